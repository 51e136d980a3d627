import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { say } from '../measure/say';
import { absent } from '../stack/certified-derivation';
import type { RunningStack } from '../stack/running-stack';

/** A table in the shape of TPC-H's lineitem, by its number of rows; the same numbers always make the same rows. */
export const TABLES = { bench_lineitem_small: 10_000, bench_lineitem: 6_001_215 } as const;
export type TableName = keyof typeof TABLES;

function select(rows: number): string {
  const pick = (n: number, list: readonly string[]): string =>
    `[${list.map((it) => `'${it}'`).join(', ')}][1 + (hash(i, ${String(n)}) % ${String(list.length)})::INT]`;
  return `SELECT i // 4 + 1 AS l_orderkey, (hash(i, 1) % 200000)::BIGINT AS l_partkey, (hash(i, 2) % 10000)::BIGINT AS l_suppkey, (i % 4 + 1)::BIGINT AS l_linenumber,
    (1 + hash(i, 3) % 50)::DECIMAL(15,2) AS l_quantity, ((90000 + hash(i, 4) % 9000000) / 100)::DECIMAL(15,2) AS l_extendedprice,
    ((hash(i, 5) % 11) / 100)::DECIMAL(15,2) AS l_discount, ((hash(i, 6) % 9) / 100)::DECIMAL(15,2) AS l_tax,
    ${pick(7, ['A', 'N', 'R'])} AS l_returnflag, ${pick(8, ['F', 'O'])} AS l_linestatus, DATE '1992-01-02' + (hash(i, 9) % 2526)::INT AS l_shipdate,
    ${pick(10, ['AIR', 'FOB', 'MAIL', 'RAIL', 'REG AIR', 'SHIP', 'TRUCK'])} AS l_shipmode
    FROM range(${String(rows)}) r(i)`;
}

/** Sees to it that the stack has the table as a dataset; it is made once and stays. */
export async function lineitemDataset(
  { client }: RunningStack,
  connection: DuckDBConnection,
  name: TableName,
): Promise<void> {
  const before = await client.getDataset({ params: { name } }).catch(absent);
  if (before?.version.rows === TABLES[name]) return;
  const file = path.join(tmpdir(), `${name}-${String(process.pid)}.parquet`);
  await connection.run(`COPY (${select(TABLES[name])}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`);
  say(
    `${name}: ${String(TABLES[name])} rows, ${String(Math.round((await stat(file)).size / 1e6))} MB of Parquet, being registered`,
  );
  await client.registerDataset({ query: { visibility: 'project' }, body: { name }, file: { path: file } });
  await connection.run(`COPY (SELECT 1 AS gone) TO '${file}'`);
}

/** `small`, `large`, or both for anything else. */
export function tablesNamed(only: string): TableName[] {
  return only === 'small'
    ? ['bench_lineitem_small']
    : only === 'large'
      ? ['bench_lineitem']
      : ['bench_lineitem_small', 'bench_lineitem'];
}
