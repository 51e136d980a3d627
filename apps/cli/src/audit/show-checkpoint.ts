import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { saveText } from '../command/save-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const checkpoint = await client.getAuditCheckpoint();
  const out = args.text('out');
  if (out === undefined) return show(context, checkpoint, () => checkpoint.checkpoint);
  saveText(out, checkpoint.checkpoint, context.terminal);
  context.terminal.err(
    `${out} commits to the first ${checkpoint.size} records. Kept where the log's operator cannot reach it, it shows later that none was cut off or changed:\n  svc certificate chain --anchor ${out}\n`,
  );
};
