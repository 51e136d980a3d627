import type { CommandRun } from '../command/command';
import { saveStream } from '../command/save-stream';

/** The document as received, its certificate byte for byte: into a file, else on standard output. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const document = await client.download('exportDerivation', { params: { name: args.at(0) } });
  const out = args.text('out');
  if (out === undefined) return context.terminal.out(`${await document.text()}\n`);
  await saveStream(document.stream, out, context.terminal);
  context.terminal.err(`${out} written\n`);
};
