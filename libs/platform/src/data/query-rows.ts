import { DataSource, type EntityManager, type QueryResult, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { asDatabaseProblem } from './database-problem';

/** A data source, or the manager of the current transaction. */
export type Queryable = DataSource | EntityManager;

/** Runs one statement and parses each row it returns, also those of `UPDATE … RETURNING`. */
export async function queryRows<Row extends z.ZodType>(
  on: Queryable,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const result = await run(on, sql, values);
  return z.array(row).parse(result.records);
}

/** The first row, or null when there is none. */
export async function queryRow<Row extends z.ZodType>(
  on: Queryable,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row> | null> {
  const rows = await queryRows(on, row, sql, values);
  return rows[0] ?? null;
}

/** Runs one statement for its effect; returns the number of affected rows. */
export async function execute(on: Queryable, sql: string, values: readonly unknown[] = []): Promise<number> {
  return (await run(on, sql, values)).affected ?? 0;
}

async function run(on: Queryable, sql: string, values: readonly unknown[]): Promise<QueryResult> {
  const inTransaction = on instanceof DataSource ? undefined : on.queryRunner;
  const runner = inTransaction ?? (on instanceof DataSource ? on : on.dataSource).createQueryRunner();
  try {
    return await structured(runner, sql, values);
  } catch (error) {
    throw asDatabaseProblem(error);
  } finally {
    if (inTransaction === undefined) await runner.release();
  }
}

/** The plain result of TypeORM is `[rows, count]` for UPDATE and DELETE but `rows` for the rest; this one is always the same. */
function structured(runner: QueryRunner, sql: string, values: readonly unknown[]): Promise<QueryResult> {
  return runner.query(sql, [...values], true);
}
