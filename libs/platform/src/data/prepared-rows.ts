import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { asDatabaseProblem } from './database-problem';

/** A statement that every request runs: Postgres parses and plans it once per connection, under its name. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a prepared statement outside any transaction and parses each row. Its columns must keep their types in every later
 * migration, or be cast in it: what Postgres has planned it does not plan again with other types.
 */
export async function preparedRows<Row extends z.ZodType>(
  on: DataSource,
  row: Row,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<z.output<Row>[]> {
  try {
    const { rows } = await poolOf(on).query({ ...statement, values: [...values] });
    return z.array(row).parse(rows);
  } catch (error) {
    throw asDatabaseProblem(error);
  }
}

/** TypeORM has no form for it, but lends from this pool. */
function poolOf({ driver }: DataSource): Pool {
  const pool: unknown = 'master' in driver ? driver.master : null;
  if (!(pool instanceof Pool)) throw new Error('the data source is not an open Postgres connection');
  return pool;
}
