import type { CommandRun } from '../command/command';
import { saveText } from '../command/save-text';

/** The document exactly as the service wrote it. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const document = await client.download(
    'exportUsers',
    {},
    { accept: args.flag('csv') ? 'text/csv' : 'application/json' },
  );
  const text = await document.text();
  const out = args.text('out');
  if (out === undefined) return context.terminal.out(text);
  saveText(out, text, context.terminal);
  context.terminal.err(`${out} written\n`);
};
