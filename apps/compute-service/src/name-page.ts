/** A page of objects in order of name. */
export interface NamePage<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

/** The name after which a page begins; null for the first. Whatever a cursor says is a name: one of nothing is only before some. */
export function nameBefore(cursor: string | undefined): string | null {
  // No text of Postgres holds U+0000.
  return cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '');
}

/** The page of what was found; one more than `limit` was asked for, to know whether there is another. */
export function namePage<Found extends { readonly name: string }, T>(
  found: readonly Found[],
  limit: number,
  present: (one: Found) => T,
): NamePage<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(present),
    next_cursor: found.length > limit && last !== undefined ? Buffer.from(last.name).toString('base64url') : null,
  };
}
