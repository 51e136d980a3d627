import { extname } from 'node:path';
import type { CommandRun } from '../command/command';
import { saveStream } from '../command/save-stream';
import { UsageError } from '../command/usage-error';
import { pageQuestion } from './page-question';

/** Without a file extension, the format is chosen by the reader. */
const FORMS = ['', '.svg', '.png'];

/** A page as a picture: into a file, in pixels when its name ends in `.png`, else as SVG; without a file on standard output. */
export const run: CommandRun = async (args, context) => {
  const out = args.text('out');
  const form = out === undefined ? '' : extname(out).toLowerCase();
  if (!FORMS.includes(form)) throw new UsageError(`-o expects a file that ends in .svg or .png, not in ${form}`);
  const client = await context.client();
  const { params, variables, draft } = await pageQuestion(args, client);
  const chosen = Object.keys(variables).length === 0 ? {} : { variables: JSON.stringify(variables) };
  const input = { params, query: { ...chosen, draft: draft ? ('true' as const) : ('false' as const) } };
  const picture =
    form === '.png'
      ? await client.download('renderDashboardPagePng', input, { accept: 'image/png' })
      : await client.download('renderDashboardPage', input, { accept: 'image/svg+xml' });
  if (out === undefined) return context.terminal.out(await picture.text());
  await saveStream(picture.stream, out, context.terminal);
  context.terminal.err(`${out} written\n`);
};
