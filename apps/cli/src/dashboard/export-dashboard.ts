import { saveText } from '../audit/save-text';
import type { CommandRun } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const text = `${JSON.stringify(await client.exportDashboard({ params: { name: args.at(0) } }), null, 2)}\n`;
  const out = args.text('out');
  if (out === undefined) return context.terminal.out(text);
  saveText(out, text, context.terminal);
  context.terminal.err(`${out} written\n`);
};
