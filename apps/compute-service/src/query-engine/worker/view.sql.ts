import { identifier, literal } from '@svc/duckdb-sql';

/** SQL that gives a checked statement a name. One SELECT was parsed, so it can stand where a view's definition stands. */
export function statementView(name: string, sql: string): string {
  return `CREATE TEMP VIEW ${identifier(name)} AS ${sql}`;
}

/** SQL that makes a Parquet file visible as a table. */
export function tableView(name: string, path: string): string {
  return `CREATE TEMP VIEW ${identifier(name)} AS FROM read_parquet(${literal(path)}, hive_partitioning = false)`;
}

/** SQL that takes a view away; of temporary ones only. */
export function dropView(name: string): string {
  return `DROP VIEW temp.main.${identifier(name)}`;
}
