import { createHash } from 'node:crypto';

/** The entity tag of a JSON value: the same for the same members in any order. Of plain JSON it is the hash of RFC 8785's form. */
export function entityTag(value: unknown): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')}`;
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
