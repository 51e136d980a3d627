import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, right, shortDigest, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listDatasets({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        whole('name'),
        right('rows'),
        extra(2, right('columns')),
        extra(3, right('versions')),
        extra(4, whole('data')),
        extra(1, whole('updated')),
        prose('description'),
      ],
      items.map((it) => [
        it.name,
        it.version.rows,
        it.version.columns.length,
        it.versions,
        shortDigest(it.version.data_hash),
        shortTime(it.updated_at),
        it.description,
      ]),
    ),
  );
};
