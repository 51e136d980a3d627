import type { FeatureViewDetail } from '@svc/contracts';
import { allPages } from '../command/all-pages';
import { type CommandContext, type CommandRun, show, showList } from '../command/command';
import { extra, fieldList, prose, shortTime, textTable, whole } from '../command/printing';

export const listViews: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listFeatureViews({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [whole('name'), whole('entities'), whole('source'), extra(1, whole('updated')), extra(2, prose('description'))],
      items.map(({ name, definition, updated_at }) => [
        name,
        definition.entities.join(', '),
        definition.source,
        shortTime(updated_at),
        definition.description,
      ]),
    ),
  );
};

export const listEntities: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listEntities({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [whole('name'), whole('join key'), 'type', prose('description')],
      items.map(({ name, definition }) => [
        name,
        definition.joinKey,
        definition.valueType ?? 'as in the source',
        definition.description,
      ]),
    ),
  );
};

export const showView: CommandRun = async (args, context) => {
  const client = await context.client();
  const detail = await client.describeFeatureView({ params: { name: args.at(0) } });
  show(context, detail, () => viewText(detail, context));
};

function viewText(it: FeatureViewDetail, { terminal }: CommandContext): string {
  const { name, definition, owner, version } = it.view;
  const fields = fieldList(terminal, [
    ['view', `${name}, version ${version}, of ${owner}`],
    ['about', definition.description === '' ? null : definition.description],
    ['keys', it.join_keys.map(({ entity, column }) => `${column} (${entity})`).join(', ')],
    ['source', `${definition.source}, ${it.certified ? 'certified now' : `not certified: ${it.reason}`}`],
    ['event time', definition.timestampField ?? 'none: the last row of a key always holds'],
    ['age limit', definition.ttlSeconds === undefined ? null : `${definition.ttlSeconds} s`],
    ['tags', definition.tags.length === 0 ? null : definition.tags.join(', ')],
  ]);
  const features = textTable(
    terminal,
    [whole('feature'), 'type', prose('description')],
    it.schema.map((feature) => [feature.name, feature.type ?? 'unknown', feature.description]),
  );
  return `${fields}\n${features}`;
}
