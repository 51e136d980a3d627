import { allPages } from '../command/all-pages';
import { type CommandRun, showList } from '../command/command';
import { extra, prose, right, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listModels({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        whole('name'),
        right('champion'),
        right('newest'),
        extra(1, 'owner'),
        extra(2, whole('updated')),
        prose('description'),
      ],
      items.map((it) => [
        it.name,
        it.champion_version,
        it.latest_version,
        it.owner,
        shortTime(it.updated_at),
        it.description,
      ]),
    ),
  );
};
