import { CHAMPION } from '@svc/contracts';
import { type CommandRun, showList } from '../command/command';
import { right, textTable } from '../command/printing';
import { saveStream } from '../command/save-stream';

/** The evidence of a version; with --get one file of it, into a file or on standard output. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0), version: args.maybe(1) ?? CHAMPION };
  const path = args.text('get');
  if (path === undefined) {
    const { items } = await client.listArtifacts({ params });
    return showList(context, items, () =>
      textTable(
        context.terminal,
        [right('bytes'), 'path'],
        items.map((it) => [it.bytes, it.path]),
      ),
    );
  }
  const artifact = await client.download('getArtifact', { params, query: { path } });
  const out = args.text('out');
  if (out === undefined) return context.terminal.out(await artifact.text());
  await saveStream(artifact.stream, out, context.terminal);
  context.terminal.err(`${out} written\n`);
};
