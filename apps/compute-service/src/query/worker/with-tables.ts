import type { DuckDBConnection } from '@duckdb/node-api';
import { StatementRefused } from '../../engine/engine-failure';
import { identifier, literal } from '../../engine/quoted';
import type { WorkerTable } from '../query-work';
import { parseStatement, type ParsedStatement } from './parse-statement';

/** Something of a request could not be taken away after it: the worker must not serve another. */
export class TraceLeft extends Error {
  override readonly name = 'TraceLeft';
}

/**
 * Parses and checks a statement, makes the tables it reads visible while `work` runs, and only those, and takes them away
 * again. Nothing else of a statement can stay: it is one SELECT, and functions that keep state are refused.
 */
export async function withTables<T>(connection: DuckDBConnection, { sql, tables }: { readonly sql: string; readonly tables: readonly WorkerTable[] }, work: (statement: ParsedStatement) => Promise<T>): Promise<T> {
  const statement = await parseStatement(connection, sql);
  const shown: string[] = [];
  try {
    for (const name of statement.tables) {
      const table = tables.find((one) => one.name === name);
      if (table === undefined) throw new StatementRefused(`There is no table "${name}" here.`);
      await connection.run(`CREATE TEMP VIEW ${identifier(name)} AS FROM read_parquet(${literal(table.path)}, hive_partitioning = false)`);
      shown.push(name);
    }
    return await work(statement);
  } finally {
    await hide(connection, shown);
  }
}

/** An interrupt meant for the statement may still come. */
const ATTEMPTS = 3;

/** Takes views away. */
export async function hide(connection: DuckDBConnection, views: readonly string[]): Promise<void> {
  for (const name of views) await drop(connection, `DROP VIEW temp.main.${identifier(name)}`, ATTEMPTS);
}

async function drop(connection: DuckDBConnection, statement: string, attempts: number): Promise<void> {
  try {
    await connection.run(statement);
  } catch (error) {
    if (attempts === 1) throw new TraceLeft('a table of a request could not be hidden again', { cause: error });
    await drop(connection, statement, attempts - 1);
  }
}
