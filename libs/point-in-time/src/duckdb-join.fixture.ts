import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { identifier } from '@svc/duckdb-sql';
import type { Cell } from './brute-force.fixture';
import { storedRows } from './entity-rows.sql';
import { pointInTimeJoin, type SnapshotView } from './point-in-time.sql';
import type { JoinExample, TimeType, ViewExample } from './random-joins.fixture';

const TIMES: Readonly<Record<TimeType, string>> = {
  date: 'make_timestamp("at")::DATE',
  timestamp: 'make_timestamp("at")',
  timestamptz: 'make_timestamptz("at")',
};
const KEYS = { a: 'BIGINT', b: 'VARCHAR' } as const;
/** Names that SQL would take apart if they were not quoted. */
const CALLED: Readonly<Record<string, string>> = { f: 'sel"ect', g: "o'brien" };

/** A real DuckDB that joins examples; one connection, whose settings each example changes. */
export class DuckDbJoin {
  private constructor(private readonly connection: DuckDBConnection) {}

  static async open(): Promise<DuckDbJoin> {
    return new DuckDbJoin(await (await DuckDBInstance.create(':memory:')).connect());
  }

  close(): void {
    this.connection.closeSync();
  }

  async run(sql: string): Promise<void> {
    await this.connection.run(sql);
  }

  async rows(sql: string, parameters: string[] = []): Promise<unknown[][]> {
    return (await this.connection.runAndReadAll(sql, parameters)).getRowsJS();
  }

  /** The answer's rows: a, b, the time in microseconds, then two features of each view. */
  async answer(example: JoinExample): Promise<unknown[][]> {
    const { threads, zone, loopBelow } = example.session;
    await this.run(`SET threads = ${threads}; SET TimeZone = '${zone}'; SET asof_loop_join_threshold = ${loopBelow}`);
    const rows = example.rows.map(({ a, b, at }, n) => ({ n, a, b, at: String(at) }));
    await this.put('entities', { a: 'BIGINT', b: 'VARCHAR' }, example.time, rows);
    for (const [at, view] of example.views.entries()) await this.putView(`view${at}`, view);
    const entities = { source: storedRows('entities'), columns: ['a', 'b', 'at'], time: 'at' };
    const joined = pointInTimeJoin(entities, example.views.map(snapshotView));
    return this.rows(`SELECT * REPLACE (epoch_us("at") AS "at") FROM (${joined})`);
  }

  private putView(table: string, { keyed, time, rows }: ViewExample): Promise<void> {
    const flat = rows.map(({ n, at, keys, values }) => ({
      n,
      at: at === null ? null : String(at),
      ...Object.fromEntries(keyed.map((key, place) => [key, keys[place] ?? null])),
      f: values[0] ?? null,
      g: values[1] ?? null,
    }));
    const types = { ...Object.fromEntries(keyed.map((key) => [key, KEYS[key]])), f: 'BIGINT', g: 'VARCHAR' };
    return this.put(table, types, time ?? 'timestamp', flat);
  }

  /** Stored in another order than that of the row numbers, which alone decides. */
  private async put(
    table: string,
    types: Readonly<Record<string, string>>,
    time: TimeType,
    rows: readonly Readonly<Record<string, Cell>>[],
  ): Promise<void> {
    const shape = JSON.stringify([{ n: 'BIGINT', at: 'BIGINT', ...types }]);
    const columns = Object.keys(types).map((name) => `${name} AS ${identifier(CALLED[name] ?? name)}`);
    const all = `SELECT unnest(from_json($1, '${shape}'), recursive := true)`;
    await this.connection.run(
      `CREATE OR REPLACE TABLE ${table} AS
       SELECT n AS file_row_number, ${TIMES[time]} AS "at", ${columns.join(', ')} FROM (${all}) ORDER BY hash(n)`,
      [JSON.stringify(rows)],
    );
  }
}

function snapshotView({ keyed, time, ttlSeconds }: ViewExample, at: number): SnapshotView {
  return {
    source: storedRows(`view${at}`),
    keys: keyed.map((key) => ({ column: key, entityColumn: key })),
    time: time === null ? null : 'at',
    ttlSeconds,
    features: Object.values(CALLED).map((column) => ({ column, name: `${column} ${at}` })),
  };
}
