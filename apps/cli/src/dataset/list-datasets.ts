import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortDigest, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listDatasets({ query: cursor === undefined ? {} : { cursor } }));
  show(context, items, () =>
    textTable(
      context.terminal,
      [whole('name'), right('rows'), right('columns'), right('versions'), 'data', 'updated', 'description'],
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
