import { saveText } from '../audit/save-text';
import type { CommandRun } from '../command/command';
import { pageQuestion } from './page-question';

/** A page as a picture: into a file, else as SVG on standard output. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { params, variables, draft } = await pageQuestion(args, client);
  const chosen = Object.keys(variables).length === 0 ? {} : { variables: JSON.stringify(variables) };
  const picture = await client.download('renderDashboardPage', { params, query: { ...chosen, draft: draft ? 'true' : 'false' } }, { accept: 'image/svg+xml' });
  const svg = await picture.text();
  const out = args.text('out');
  if (out === undefined) return context.terminal.out(svg);
  saveText(out, svg, context.terminal);
  context.terminal.err(`${out} written\n`);
};
