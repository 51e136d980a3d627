import { ProblemError } from '@svc/contracts';

/** A page of a list that is ordered by a key; `next_cursor` is null on the last page. */
export interface Page<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

/** Tells a cursor from other text, and cursors of this form from later ones. */
const FORM = 'after:';

/** The cursor of the page that follows `key`: opaque to callers, the same for every list. */
export function cursorAfter(key: string): string {
  return Buffer.from(`${FORM}${key}`).toString('base64url');
}

/** The key, of this form, after which a page begins; null for the first page. Refuses with `invalid-request` what no page has given out. */
export function keyBefore(cursor: string | undefined, form?: RegExp): string | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.slice(FORM.length);
  // No text of Postgres holds U+0000.
  if (cursorAfter(key) !== cursor || !text.startsWith(FORM) || key.includes('\0') || form?.test(key) === false)
    throw unknownCursor();
  return key;
}

/** The same for a list that is ordered by a whole number from 0 on. */
export function numberBefore(cursor: string | undefined): number | null {
  const key = keyBefore(cursor, /^(0|[1-9]\d{0,14})$/);
  return key === null ? null : Number(key);
}

/** The page of what was found, when one item more than `limit` was asked for. */
export function pageOf<Found, T>(
  found: readonly Found[],
  limit: number,
  keyOf: (one: Found) => string,
  present: (one: Found) => T,
): Page<T> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(present),
    next_cursor: found.length > limit && last !== undefined ? cursorAfter(keyOf(last)) : null,
  };
}

function unknownCursor(): ProblemError {
  return new ProblemError('invalid-request', 'The cursor is not valid. Send next_cursor unchanged.', {
    errors: [{ pointer: '/query/cursor', message: 'is not a cursor' }],
  });
}
