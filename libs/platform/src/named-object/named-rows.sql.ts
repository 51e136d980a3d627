import type { ObjectAccess, Principal } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { inTransaction } from '../data/in-transaction';
import { type Queryable, queryRow, queryRows } from '../data/query-rows';
import { shareRow } from './access/access-rows.sql';
import { seenBy } from './access/seen-by.sql';
import { lockName } from './version-rows.sql';

/** The table of a kind of objects, and how one of them is read. Both come from code, never from requests. */
export interface NamedTable<T> {
  readonly table: string;
  /** A statement whose rows have `name`, `owner`, `visibility`, `groups`, and whatever else an object is made of. */
  readonly select: string;
  readonly row: z.ZodType<T>;
}

const nameRow = z.object({ name: z.string() });

/**
 * Objects of one kind, read by those who see them: for everybody else there are none. A store of objects that consist of more than
 * a definition extends it.
 */
export class NamedRows<T extends ObjectAccess> {
  constructor(
    protected readonly source: DataSource,
    private readonly of: NamedTable<T>,
  ) {}

  async find(name: string, who: Principal): Promise<T | null> {
    const [found] = await this.findAll([name], who);
    return found ?? null;
  }

  /** Those of `names` that exist. */
  async findAll(names: readonly string[], who: Principal): Promise<T[]> {
    return names.length === 0 ? [] : this.where('name = ANY($4)', who, [names]);
  }

  /** In order of name, after `after`; all of them without a limit. */
  page(after: string | null, limit: number | null, who: Principal): Promise<T[]> {
    return this.pageOf('true', after, limit, who);
  }

  /** Names only, in their order, for "did you mean". */
  async names(who: Principal, limit: number | null = null): Promise<string[]> {
    const seen = seenBy(who, 2);
    const sql = `SELECT name FROM ${this.of.table} WHERE ${seen.sql} ORDER BY name LIMIT $1`;
    const rows = await queryRows(this.source, nameRow, sql, [limit, ...seen.values]);
    return rows.map((it) => it.name);
  }

  /** Changes who sees it if that is still `expected`; false when it is not. */
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean> {
    return shareRow(this.source, this.of.table, name, access, expected);
  }

  /** A page of those that `condition` holds for. */
  protected pageOf(condition: string, after: string | null, limit: number | null, who: Principal): Promise<T[]> {
    return this.where(`${condition} AND ($4::text IS NULL OR name > $4) ORDER BY name LIMIT $5`, who, [after, limit]);
  }

  /**
   * Changes of one name take turns, also when it does not exist yet, and with its being shared; readers do not wait. A change that
   * throws changes nothing. It gets what there is, whoever may see it; a caller who may not see it learns nothing of it.
   */
  protected inTurn<R>(name: string, change: (on: EntityManager, there: T | null) => Promise<R>): Promise<R> {
    return inTransaction(this.source, async (manager) => {
      await lockName(manager, this.of.table, name);
      await queryRow(manager, nameRow, `SELECT name FROM ${this.of.table} WHERE name = $1 FOR UPDATE`, [name]);
      return change(manager, await this.whoever(manager, name));
    });
  }

  /** Whoever may see it. */
  protected whoever(on: Queryable, name: string): Promise<T | null> {
    return queryRow(on, this.of.row, `SELECT * FROM (${this.of.select}) one WHERE name = $1`, [name]);
  }

  /** Parameters from `$4` on are the condition's. */
  private where(condition: string, who: Principal, values: readonly unknown[]): Promise<T[]> {
    const seen = seenBy(who, 1);
    const sql = `SELECT * FROM (${this.of.select}) one WHERE ${seen.sql} AND ${condition}`;
    return queryRows(this.source, this.of.row, sql, [...seen.values, ...values]);
  }
}
