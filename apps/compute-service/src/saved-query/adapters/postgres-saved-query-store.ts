import { Injectable } from '@nestjs/common';
import { objectAccess, type Principal, savedQueryDefinition } from '@svc/contracts';
import { execute, type Queryable, queryRow, queryRows, seenBy } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { StoredQuery } from '../saved-query';
import type { SavedQueryStore } from '../saved-query.ports';

const row = z
  .object({
    name: z.string(),
    definition: savedQueryDefinition,
    ...objectAccess.shape,
    version: z.int(),
    etag: z.string(),
    created_at: z.date(),
    updated_at: z.date(),
  })
  .transform(({ created_at, updated_at, ...same }): StoredQuery => ({
    ...same,
    createdAt: created_at,
    updatedAt: updated_at,
  }));
const FIELDS = 'name, definition, owner, visibility, groups, version, etag, created_at, updated_at';

/** Saved queries in the `compute` schema. */
@Injectable()
export class PostgresSavedQueryStore implements SavedQueryStore {
  constructor(private readonly source: DataSource) {}

  find(name: string): Promise<StoredQuery | null> {
    return findIn(this.source, name);
  }

  page(after: string | null, limit: number, who: Principal): Promise<StoredQuery[]> {
    const seen = seenBy(who, 3);
    return queryRows(
      this.source,
      row,
      `SELECT ${FIELDS} FROM saved_query WHERE ($1::text IS NULL OR name > $1) AND ${seen.sql} ORDER BY name LIMIT $2`,
      [after, limit, ...seen.values],
    );
  }

  put(name: string, decide: (before: StoredQuery | null) => StoredQuery): Promise<StoredQuery> {
    return this.alone(name, async (manager, before) => {
      const after = decide(before);
      const { definition, owner, visibility, groups, version, etag, createdAt, updatedAt } = after;
      await execute(
        manager,
        `INSERT INTO saved_query (${FIELDS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (name) DO UPDATE SET definition = $2, version = $6, etag = $7, updated_at = $9`,
        [name, JSON.stringify(definition), owner, visibility, groups, version, etag, createdAt, updatedAt],
      );
      return after;
    });
  }

  async delete(name: string, allow: (before: StoredQuery | null) => void): Promise<void> {
    await this.alone(name, async (manager, before) => {
      allow(before);
      await execute(manager, 'DELETE FROM saved_query WHERE name = $1', [name]);
    });
  }

  /** Also when there is no row yet to lock. */
  private alone<T>(name: string, work: (manager: EntityManager, before: StoredQuery | null) => Promise<T>): Promise<T> {
    return this.source.transaction(async (manager) => {
      await queryRow(manager, z.unknown(), "SELECT pg_advisory_xact_lock(hashtextextended('saved_query ' || $1, 0))", [
        name,
      ]);
      return work(manager, await findIn(manager, name, 'FOR UPDATE'));
    });
  }
}

/** Locked against a change of whose it is, too, when somebody decides by it. */
function findIn(on: Queryable, name: string, lock: 'FOR UPDATE' | '' = ''): Promise<StoredQuery | null> {
  return queryRow(on, row, `SELECT ${FIELDS} FROM saved_query WHERE name = $1 ${lock}`, [name]);
}
