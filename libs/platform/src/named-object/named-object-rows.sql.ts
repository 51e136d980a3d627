import { objectAccess, type Principal } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { execute, type Queryable } from '../data/query-rows';
import { deleteRow } from './access/access-rows.sql';
import type { NamedObjectKind, StoredObject } from './named-object';
import { NamedRows } from './named-rows.sql';
import type { Past } from './past';
import { seenBy } from './access/seen-by.sql';
import { pastOf, recordVersion, versionsOf } from './version-rows.sql';

const COLUMNS = 'name, definition, owner, visibility, groups, version, etag, created_at, updated_at';

/** The row of a kind's table. */
function rowOf<D>(definition: z.ZodType<D>) {
  return z
    .object({
      name: z.string(),
      definition,
      ...objectAccess.shape,
      version: z.int(),
      etag: z.string(),
      created_at: z.date(),
      updated_at: z.date(),
    })
    .transform(({ created_at, updated_at, ...same }) => ({ ...same, createdAt: created_at, updatedAt: updated_at }));
}

/** A change of one object, while no other change of it is under way. */
export interface Turn<D> {
  /** What has the name, whoever may see it. */
  readonly there: StoredObject<D> | null;
  readonly past: Past;
  /** Stores it, and its version in the history: `change` says in words what is new. */
  save(after: StoredObject<D>, who: Principal, change: string): Promise<void>;
  remove(before: StoredObject<D>, who: Principal, at: Date): Promise<void>;
}

/** The tables of one kind of named object. */
export class NamedObjectRows<D> extends NamedRows<StoredObject<D>> {
  constructor(
    source: DataSource,
    private readonly kind: Pick<NamedObjectKind<D>, 'table' | 'definition' | 'history' | 'admit'>,
  ) {
    super(source, {
      table: kind.table,
      select: `SELECT ${COLUMNS} FROM ${kind.table}`,
      row: rowOf(kind.definition),
    });
  }

  /** Newest first; kept when the object is deleted. */
  versions(name: string, who: Principal) {
    const { table, definition } = this.kind;
    return versionsOf(this.source, { table, definition, seen: seenBy(who, 2) }, name);
  }

  /** Changes of one name take turns; a change that throws changes nothing. */
  change<T>(name: string, decide: (turn: Turn<D>) => Promise<T>): Promise<T> {
    return this.inTurn(name, async (manager, there) =>
      decide({
        there,
        past: await this.past(manager, name, there),
        save: async (after, who, what) => {
          const change = { name, before: there?.definition ?? null, after: after.definition, who };
          await this.kind.admit?.(change, manager);
          await this.save(manager, after, who.id, what);
        },
        remove: async (before, who, at) => {
          await this.kind.admit?.({ name, before: before.definition, after: null, who }, manager);
          await this.remove(manager, before, who.id, at);
        },
      }),
    );
  }

  private async past(on: Queryable, name: string, before: StoredObject<D> | null): Promise<Past> {
    if (!this.kind.history) return { lastVersion: before?.version ?? 0, access: null };
    return (await pastOf(on, this.kind.table, [name]))(name);
  }

  private async save(manager: EntityManager, after: StoredObject<D>, author: string, change: string): Promise<void> {
    const { name, definition, owner, visibility, groups, version, etag, createdAt, updatedAt } = after;
    await execute(
      manager,
      `INSERT INTO ${this.kind.table} (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (name) DO UPDATE SET definition = $2, version = $6, etag = $7, updated_at = $9`,
      [name, JSON.stringify(definition), owner, visibility, groups, version, etag, createdAt, updatedAt],
    );
    if (this.kind.history)
      await recordVersion(manager, this.kind.table, { name, version, definition, author, at: updatedAt, change });
  }

  private async remove(manager: EntityManager, before: StoredObject<D>, author: string, at: Date): Promise<void> {
    const { name, version, definition } = before;
    if (!this.kind.history) {
      await execute(manager, `DELETE FROM ${this.kind.table} WHERE name = $1`, [name]);
      return;
    }
    await deleteRow(manager, this.kind.table, name);
    const entry = { name, version: version + 1, definition, author, at, change: 'deleted' };
    await recordVersion(manager, this.kind.table, entry);
  }
}
