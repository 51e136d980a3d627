import { resolve } from 'node:path';
import { newVisibilityIn } from '../access/visibility-options';
import { type CommandRun, show } from '../command/command';
import { readStoreDocument, saveEntity, saveView } from './store-document';

/** Entities first: views stand on them. Every object is put on its own; the first refusal ends it. */
export const run: CommandRun = async (args, context) => {
  const file = args.at(0);
  const store = readStoreDocument(resolve(context.terminal.cwd, file), file);
  const said = newVisibilityIn(args) ?? { visibility: 'private' as const, groups: [] };
  const client = await context.client();
  const items: { kind: 'entity' | 'feature_view'; name: string; change: string }[] = [];
  for (const entity of store.entities)
    items.push({ kind: 'entity', name: entity.name, change: await saveEntity(client, entity, said) });
  for (const view of store.featureViews)
    items.push({ kind: 'feature_view', name: view.name, change: await saveView(client, view, said) });
  show(context, { items }, () => items.map(({ name, change }) => `${name} ${change}`).join('\n'));
};
