/** SQL that runs a statement and answers what it took: of its rows nothing, of its failure all. */
export function analyzed(sql: string): string {
  return `EXPLAIN ANALYZE ${sql}`;
}
