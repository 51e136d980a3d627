/** The only way a name gets into SQL text. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The only way a text gets into SQL where the engine takes no parameter (paths, options). */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * The form in which DuckDB compares names: it folds ASCII letters only. Unicode's folding would be a hole: the Kelvin
 * sign folds to "k", so a common table called "duc\u212adb_tables" would pass for the catalog's.
 */
export function foldedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
