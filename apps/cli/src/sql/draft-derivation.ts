import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { saveText } from '../command/save-text';

export const run: CommandRun = async (args, context) => {
  const { terminal } = context;
  const sql = args.at(1) === '-' ? await terminal.readInput() : args.at(1);
  const question = args.text('question');
  const client = await context.client();
  const draft = await client.draftDerivation({
    body: { name: args.at(0), sql, ...(question === undefined ? {} : { question }) },
  });
  const out = args.text('out');
  if (out === undefined) {
    show(context, draft, () => draft.source);
    return;
  }
  // Never over an existing file: its author may have changed it.
  saveText(out, draft.source, terminal, 'wx');
  show(context, { out, ...draft }, () => '');
  terminal.err(
    `${out} written, with a contract suggested from ${String(draft.rows_examined)} rows: read it, then\n  svc apply\n`,
  );
};
