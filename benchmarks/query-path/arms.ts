import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { Ask } from './ask';
import type { TableName } from './lineitem';

/** One way to get the answer. Every call that is to be computed asks what nobody asked before. */
export interface PathArm {
  readonly name: string;
  ask(unique: number): Promise<void>;
}

const answer = z.looseObject({ rows: z.array(z.array(z.json())), cached: z.boolean() });

function statement(table: TableName, least: string): string {
  return `SELECT l_shipmode, l_returnflag, sum(l_quantity) AS quantity, sum(l_extendedprice * (1 - l_discount)) AS revenue, count(*) AS n FROM ${table} WHERE l_orderkey > ${least} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** DuckDB alone, and the whole path over HTTP: computed, with a text never seen or with another parameter, and known. */
export function armsOver(table: TableName, raw: readonly DuckDBConnection[], ask: Ask): readonly PathArm[] {
  const free = [...raw];
  const viaHttp = async (sql: string, parameters: readonly number[], known: boolean): Promise<void> => {
    const { status, body } = await ask('/api/sql', { sql, parameters: [...parameters] });
    if (status !== 200) throw new Error(`${String(status)}: ${body}`);
    if (!body.includes(`"cached":${String(known)}`)) throw new Error(`the answer was ${known ? 'computed' : 'known'}: ${body.slice(-300)}`);
  };
  return [
    {
      name: 'DuckDB in the process',
      async ask(unique) {
        const connection = free.pop();
        if (connection === undefined) throw new Error('there are more clients than connections');
        await connection.runAndReadAll(statement(table, `-${String(unique)}`)).then((it) => it.getRowsJson()).finally(() => free.push(connection));
      },
    },
    { name: 'POST /api/sql, another text', ask: (unique) => viaHttp(statement(table, `-${String(unique)}`), [], false) },
    { name: 'POST /api/sql, another parameter', ask: (unique) => viaHttp(statement(table, '$1'), [-unique], false) },
    { name: 'POST /api/sql, known', ask: () => viaHttp(statement(table, '0'), [], true) },
  ];
}

/** Throws unless DuckDB and the service answer the same cells. Leaves the answer known. */
export async function requireSame(table: TableName, raw: DuckDBConnection, ask: Ask): Promise<void> {
  const sql = statement(table, '0');
  const expected = (await raw.runAndReadAll(sql)).getRowsJson();
  for (let n = 0; n < 3; n += 1) {
    const found = answer.parse(JSON.parse((await ask('/api/sql', { sql })).body)).rows;
    const text = (rows: readonly (readonly unknown[])[]): string => JSON.stringify(rows.map((row) => row.map((cell) => (Number.isNaN(Number(cell)) ? cell : Number(cell)))));
    if (expected.length === 0 || text(expected) !== text(found)) throw new Error(`the answers differ: ${text(expected).slice(0, 300)} … ${text(found).slice(0, 300)}`);
  }
}
