import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, FeatureStore, SaidAccess } from '@svc/contracts';
import { readStoreDocument, saveEntity, saveView, type StoreChange } from '../feature/store-document';
import type { Applied, ApplyReport } from './apply-report';

/** The store documents of `features/`, YAML or JSON. */
export function readFeatures(directory: string): FeatureStore[] {
  const folder = join(directory, 'features');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((it) => /\.(ya?ml|json)$/.test(it))
    .sort()
    .map((file) => readStoreDocument(join(folder, file), `features/${file}`));
}

/** Puts every entity and view that differs from the service's; all entities first, since views stand on them. */
export async function applyFeatures(
  client: Client,
  stores: readonly FeatureStore[],
  said: SaidAccess,
  report: ApplyReport,
): Promise<void> {
  const save = (kind: Applied['kind'], name: string, work: () => Promise<StoreChange>): Promise<boolean> =>
    report.attempt(kind, name, async () => {
      report.say(`${name}: defining`);
      report.add({ kind, name, change: await work(), detail: '' });
    });
  for (const entity of stores.flatMap((it) => it.entities))
    await save('entity', entity.name, () => saveEntity(client, entity, said));
  for (const view of stores.flatMap((it) => it.featureViews))
    await save('feature view', view.name, () => saveView(client, view, said));
}
