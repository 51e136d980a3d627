import { allPages } from '../command/all-pages';
import { authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_args, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listSavedQueries({ query: cursor === undefined ? {} : { cursor } }));
  const nameOf = await authorNames(
    client,
    items.map((it) => it.owner),
    context,
  );
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        whole('name'),
        extra(3, whole('changed')),
        extra(2, 'owner'),
        extra(1, 'seen by'),
        'description',
        prose('statement'),
      ],
      items.map(({ name, definition, owner, updated_at }) => [
        name,
        shortTime(updated_at),
        nameOf(owner),
        definition.visibility,
        definition.description,
        definition.sql.replaceAll(/\s+/g, ' '),
      ]),
    ),
  );
};
