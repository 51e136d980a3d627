/**
 * The one place where a name enters SQL text. Callers pass names from declared lists only (a metric's columns, checked
 * against its source's schema); quoting makes any such name safe, keywords and quotes included.
 */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
