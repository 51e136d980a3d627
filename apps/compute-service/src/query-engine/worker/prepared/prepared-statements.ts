import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { bindParameters, type Parameters } from './bind-parameters';

/** So many statements stay prepared: each holds memory of the engine. */
const KEPT = 16;

/**
 * Statements of one connection, prepared. One with parameters stays prepared, since it comes again with other values, until
 * the tables change or sixteen others came after it; one without would be answered from what is known.
 */
export class PreparedStatements {
  /** Text → statement, those used last at the end. */
  private readonly kept = new Map<string, DuckDBPreparedStatement>();

  constructor(private readonly connection: DuckDBConnection) {}

  /** Binds parameters to a statement and does `work` with it. One that failed is not kept. */
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

  /** Lets go of all: the names in them may soon mean something else. */
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
