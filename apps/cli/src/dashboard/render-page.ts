import { resolve } from 'node:path';
import type { CommandRun } from '../command/command';
import { saveStream } from '../command/save-stream';
import { pageQuestion } from './page-question';

/** A page as a picture: into a file, in pixels when its name ends in `.png`, else as SVG on standard output. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { params, variables, draft } = await pageQuestion(args, client);
  const chosen = Object.keys(variables).length === 0 ? {} : { variables: JSON.stringify(variables) };
  const input = { params, query: { ...chosen, draft: draft ? 'true' as const : 'false' as const } };
  const out = args.text('out');
  const picture = out?.toLowerCase().endsWith('.png') === true
    ? await client.download('renderDashboardPagePng', input, { accept: 'image/png' })
    : await client.download('renderDashboardPage', input, { accept: 'image/svg+xml' });
  if (out === undefined) return context.terminal.out(await picture.text());
  await saveStream(picture.stream, resolve(context.terminal.cwd, out));
  context.terminal.err(`${out} written\n`);
};
