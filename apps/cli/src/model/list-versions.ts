import { allPages } from '../command/all-pages';
import { type CommandRun, showList } from '../command/command';
import { extra, right, shortTime, textTable, verdictCell, whole } from '../command/printing';
import { scoreText } from './score-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const items = await allPages((cursor) =>
    client.listModelVersions({ params, query: cursor === undefined ? {} : { cursor } }),
  );
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        right('version'),
        'aliases',
        'verdict',
        'score',
        extra(1, 'engine'),
        extra(2, 'source'),
        extra(3, whole('created')),
      ],
      items.map((it) => [
        it.version,
        it.aliases.join(', '),
        verdictCell(it.verdict, context.terminal.outColors),
        scoreText(it, it.metric.name),
        it.engine,
        it.source.name ?? it.source.kind,
        shortTime(it.created_at),
      ]),
    ),
  );
};
