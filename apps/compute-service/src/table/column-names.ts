import { foldedName } from '@svc/duckdb-sql';
import { ColumnRefused } from './canonical-column';

const MAX_COLUMNS = 2_000;
const MAX_LENGTH = 255;

/** Names are stored unchanged, so they must be usable: present, printable, and unique as SQL compares them. */
export function checkColumnNames(names: readonly string[]): void {
  if (names.length > MAX_COLUMNS)
    throw new ColumnRefused(`There are ${String(names.length)} columns; a table has at most ${String(MAX_COLUMNS)}.`);
  const seen = new Map<string, string>();
  names.forEach((name, at) => {
    const place = `Column ${String(at + 1)}`;
    if (name.trim() === '') throw new ColumnRefused(`${place} has no name; give every column one in the first line.`);
    if (name.length > MAX_LENGTH)
      throw new ColumnRefused(
        `${place} has a name of ${String(name.length)} characters; at most ${String(MAX_LENGTH)} are allowed.`,
      );
    if (name !== name.trim())
      throw new ColumnRefused(`${place} is called ${JSON.stringify(name)}; remove the spaces around the name.`);
    if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name))
      throw new ColumnRefused(
        `${place} is called ${JSON.stringify(name)}; remove the invisible characters from the name.`,
      );
    const earlier = seen.get(foldedName(name));
    if (earlier !== undefined)
      throw new ColumnRefused(
        `Two columns are called ${JSON.stringify(earlier)} and ${JSON.stringify(name)}; SQL does not tell upper from lower case, so rename one.`,
      );
    seen.set(foldedName(name), name);
  });
}
