/** SQL that runs a statement and returns its profile: none of its rows, but its failure. */
export function analyzed(sql: string): string {
  return `EXPLAIN ANALYZE ${sql}`;
}
