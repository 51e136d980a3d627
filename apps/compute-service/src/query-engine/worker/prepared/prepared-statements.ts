import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { bindParameters, type Parameters } from './bind-parameters';

/** Limit on prepared statements: each uses memory of the engine. */
const KEPT = 16;

/**
 * Prepared statements of one connection. One with parameters stays prepared, since it recurs with other values, until
 * the tables change or sixteen others have followed; one without would be answered from the cache.
 */
export class PreparedStatements {
  /** Text → statement, most recently used last. */
  private readonly kept = new Map<string, DuckDBPreparedStatement>();

  constructor(private readonly connection: DuckDBConnection) {}

  /** Binds parameters to a statement and does `work` with it. A failed one is dropped. */
  async with<T>(
    sql: string,
    parameters: Parameters,
    work: (prepared: DuckDBPreparedStatement) => Promise<T>,
  ): Promise<T> {
    const prepared = this.kept.get(sql) ?? (await this.connection.prepare(sql));
    this.kept.delete(sql);
    let worked = false;
    try {
      bindParameters(prepared, parameters);
      const done = await work(prepared);
      worked = true;
      return done;
    } finally {
      if (worked && prepared.parameterCount > 0) this.keep(sql, prepared);
      else prepared.destroySync();
    }
  }

  /** Drops all of them: the names in them may soon mean something else. */
  forget(): void {
    for (const prepared of this.kept.values()) prepared.destroySync();
    this.kept.clear();
  }

  /** Without its values, which may be a hundred megabytes. */
  private keep(sql: string, prepared: DuckDBPreparedStatement): void {
    prepared.clearBindings();
    this.kept.set(sql, prepared);
    if (this.kept.size <= KEPT) return;
    const [[oldest, statement] = []] = this.kept;
    if (oldest === undefined) return;
    this.kept.delete(oldest);
    statement?.destroySync();
  }
}
