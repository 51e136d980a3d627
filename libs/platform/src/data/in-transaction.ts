import type { DataSource, EntityManager } from 'typeorm';
import { asDatabaseProblem } from './database-problem';

/**
 * Runs `work` in one transaction, which is undone when `work` rejects. Rejects with `unavailable` when Postgres is away, also
 * at the beginning and at the end, where no statement of `work` would say so.
 */
export async function inTransaction<Result>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  try {
    return await source.transaction(work);
  } catch (error) {
    throw asDatabaseProblem(error);
  }
}
