import { identifier, literal } from '@svc/duckdb-sql';

/** SQL that gives a checked statement a name. It was parsed as one SELECT, so it can be a view's definition. */
export function statementView(name: string, sql: string): string {
  return `CREATE TEMP VIEW ${identifier(name)} AS ${sql}`;
}

/** SQL that makes a Parquet file visible as a table. */
export function tableView(name: string, path: string): string {
  return `CREATE TEMP VIEW ${identifier(name)} AS FROM read_parquet(${literal(path)}, hive_partitioning = false)`;
}

/** SQL that removes a view; temporary ones only. */
export function dropView(name: string): string {
  return `DROP VIEW temp.main.${identifier(name)}`;
}
