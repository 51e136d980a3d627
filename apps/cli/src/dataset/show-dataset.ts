import { authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, right, rowTable, shortDigest, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const limit = args.count('rows') ?? 5;
  const [dataset, versions, preview] = await Promise.all([
    client.getDataset({ params }),
    client.listDatasetVersions({ params }),
    client.previewDataset({ params, query: { limit } }),
  ]);
  const nameOf = await authorNames(client, [dataset.owner, ...versions.items.map((it) => it.created_by)], context);
  show(context, { ...dataset, history: versions.items, preview }, () => {
    const { terminal } = context;
    const fields = fieldList(terminal, [
      ['name', dataset.name],
      ['description', dataset.description],
      ['rows', dataset.version.rows],
      ['data', dataset.version.data_hash],
      ['owner', nameOf(dataset.owner)],
      ['updated', shortTime(dataset.updated_at)],
    ]);
    const schema = textTable(
      terminal,
      ['column', 'type'],
      dataset.version.columns.map((it) => [it.name, it.type]),
    );
    const history = textTable(
      terminal,
      [whole('version'), right('rows'), whole('at'), 'by', 'from'],
      versions.items.map((it) => [
        shortDigest(it.data_hash),
        it.rows,
        shortTime(it.created_at),
        nameOf(it.created_by),
        it.source,
      ]),
    );
    return [fields, schema, rowTable(terminal, preview), history].join('\n');
  });
};
