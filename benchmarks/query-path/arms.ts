import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { Ask } from './ask';
import type { TableName } from './lineitem';
import { type Cells, requireSame } from './same-answer';

export const RAW = 'DuckDB in the process';

/** One way to get the answer. Every call that is to be computed asks what nobody asked before. */
export interface PathArm {
  readonly name: string;
  /** The processes that answer, with all below them; none when it is the benchmark itself. */
  readonly pids: readonly number[];
  ask(unique: number): Promise<void>;
}

const cells = z.array(z.array(z.json()));
const answer = z.looseObject({ rows: cells, cached: z.boolean() });

function statement(table: TableName, least: string): string {
  return `SELECT l_shipmode, l_returnflag, sum(l_quantity) AS quantity, sum(l_extendedprice * (1 - l_discount)) AS revenue, count(*) AS n FROM ${table} WHERE l_orderkey > ${least} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** DuckDB alone. */
export function rawArm(table: TableName, raw: readonly DuckDBConnection[]): PathArm {
  const free = [...raw];
  return {
    name: RAW,
    pids: [],
    async ask(unique) {
      const connection = free.pop();
      if (connection === undefined) throw new Error('there are more clients than connections');
      await connection
        .runAndReadAll(statement(table, `-${String(unique)}`))
        .then((it) => it.getRowsJson())
        .finally(() => free.push(connection));
    },
  };
}

/** A gateway, and the processes that answer there. */
export interface Door {
  readonly ask: Ask;
  readonly pids: readonly number[];
}

async function askSvc(ask: Ask, sql: string, parameters: readonly number[], known: boolean): Promise<void> {
  const { status, body } = await ask('/api/sql', { sql, parameters: [...parameters] });
  if (status !== 200) throw new Error(`${String(status)}: ${body}`);
  if (!body.includes(`"cached":${String(known)}`))
    throw new Error(`the answer was ${known ? 'computed' : 'known'}: ${body.slice(-300)}`);
}

/** The whole path over HTTP: computed, with a text never seen or with another parameter, and known; then where no answer waits for its audit record. */
export function svcArms(table: TableName, { ask, pids }: Door, unwaiting: Door): readonly PathArm[] {
  const text = statement(table, '$1');
  return [
    {
      name: 'POST /api/sql, another text',
      pids,
      ask: (unique) => askSvc(ask, statement(table, `-${String(unique)}`), [], false),
    },
    { name: 'POST /api/sql, another parameter', pids, ask: (unique) => askSvc(ask, text, [-unique], false) },
    { name: 'POST /api/sql, known', pids, ask: () => askSvc(ask, statement(table, '0'), [], true) },
    {
      name: 'best-effort audit, another parameter',
      pids: unwaiting.pids,
      ask: (unique) => askSvc(unwaiting.ask, text, [-unique], false),
    },
    {
      name: 'best-effort audit, known',
      pids: unwaiting.pids,
      ask: () => askSvc(unwaiting.ask, statement(table, '0'), [], true),
    },
  ];
}

/** What DuckDB answers over all rows. */
export async function expectedOf(table: TableName, raw: DuckDBConnection): Promise<Cells> {
  return cells.parse((await raw.runAndReadAll(statement(table, '0'))).getRowsJson());
}

/** Throws unless the service answers these cells, computed and known. Leaves the answer known. */
export async function requireSvcAnswers(table: TableName, ask: Ask, expected: Cells): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    requireSame(
      'svc',
      expected,
      answer.parse(JSON.parse((await ask('/api/sql', { sql: statement(table, '0') })).body)).rows,
    );
  }
}
