/** SQL that tells the names and types of the columns of a table, a view, or a SELECT in brackets, in order. */
export function describe(from: string): string {
  return `DESCRIBE FROM ${from}`;
}
