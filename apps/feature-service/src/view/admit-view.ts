import { type FeatureViewDefinition, ProblemError } from '@svc/contracts';
import type { ObjectChange, Queryable } from '@svc/platform';
import type { StoredEntities } from '../entity/entity.ports';
import { takeRegistryTurn } from '../entity/registry-turn';

/** Refuses a view whose entity was deleted while the view was checked; from now on it cannot be. */
export async function admitView(
  { after }: ObjectChange<FeatureViewDefinition>,
  on: Queryable,
  entities: Pick<StoredEntities, 'existing'>,
): Promise<void> {
  if (after === null) return;
  await takeRegistryTurn(on);
  const there = await entities.existing(after.entities, on);
  const gone = after.entities.filter((it) => !there.has(it));
  if (gone.length > 0)
    throw new ProblemError(
      'conflict',
      `The entity "${gone[0] ?? ''}" has just been deleted. Define it again, or leave it out.`,
    );
}
