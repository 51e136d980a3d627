import type { CommandRun } from '../command/command';
import { saveText } from '../command/save-text';
import { CommandError } from '../command/usage-error';

/** The page of diagnostics of a run, by default the newest: into a file, else as SVG on standard output. */
export const run: CommandRun = async (args, context) => {
  const name = args.at(0);
  const client = await context.client();
  const run = args.text('run') ?? (await client.listRuns({ params: { name }, query: { limit: 1 } })).items[0]?.id;
  if (run === undefined)
    throw new CommandError(`"${name}" has never run, so there is nothing to show`, `svc derivation run ${name}`);
  const page = await client.download('getRunPictures', { params: { name, run } }, { accept: 'image/svg+xml' });
  const svg = await page.text();
  const out = args.text('out');
  if (out === undefined) return context.terminal.out(svg);
  saveText(out, svg, context.terminal);
  context.terminal.err(`${out} written\n`);
};
