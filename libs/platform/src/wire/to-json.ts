import type { Json } from '@svc/contracts';
import { MAX_JSON_DEPTH } from './json-depth';

/** The value has no JSON form: it is circular, or nested deeper than a message may be. */
export class UnencodableError extends Error {
  override readonly name = 'UnencodableError';
}

/**
 * The JSON form of whatever a handler returned, with every lossy case decided here instead of in `JSON.stringify`
 * (which throws on a BigInt and empties a Map, after which the caller would only see a time-out):
 * BigInt → decimal string; NaN and ±Infinity → null; Date → ISO string (an invalid one → null); Map → object (a key that is no primitive → its JSON);
 * Set and other iterables → array; bytes → base64; undefined members are left out.
 */
export function toJson(value: unknown): Json {
  return convert(value, 0) ?? null;
}

function convert(value: unknown, depth: number): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, depth + 1);
    default:
      return undefined;
  }
}

function convertObject(value: object, depth: number): Json {
  if (depth > MAX_JSON_DEPTH)
    throw new UnencodableError(`the value is circular or nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (Array.isArray(value)) return convertItems(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Map)
    return convertMembers(
      [...value].map(([key, item]) => [memberName(key, depth), item]),
      depth,
    );
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (saysItself(value)) return convert(value.toJSON(), depth) ?? null;
  if (Symbol.iterator in value && isIterable(value)) return convertItems([...value], depth);
  return convertMembers(Object.entries(value), depth);
}

/** A Map may be keyed by anything; what is not a primitive is named by its JSON. */
function memberName(key: unknown, depth: number): string {
  if (typeof key !== 'object' || key === null) return String(key);
  const name = convert(key, depth);
  return typeof name === 'string' ? name : JSON.stringify(name);
}

function saysItself(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';
}

function convertItems(items: readonly unknown[], depth: number): Json {
  return items.map((item) => convert(item, depth) ?? null);
}

/** `Object.fromEntries` defines members, so a key named `__proto__` stays a key. */
function convertMembers(entries: readonly (readonly [string, unknown])[], depth: number): Json {
  const members: [string, Json][] = [];
  for (const [key, item] of entries) {
    const converted = convert(item, depth);
    if (converted !== undefined) members.push([key, converted]);
  }
  return Object.fromEntries(members);
}
