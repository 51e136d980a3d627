import { jsonPointer } from './json-pointer';
import { isWellFormed, MAX_JSON_DEPTH } from './json-limits';
import { JsonError, type JsonErrorCode } from './json.error';

/**
 * Canonical JSON text (RFC 8785) of a value, screened as I-JSON in the same walk: members sorted by UTF-16 code
 * units, numbers as ECMAScript prints them, no white space.
 *
 * Own code, because these bytes are what gets signed. `json-canonicalize` agrees with it in the tests on everything
 * but two defects that a signer cannot live with: an object with a member named `toJSON` comes out unsorted, and one
 * object referenced under `a` and under `ab` is called circular.
 *
 * @throws JsonError `not-json`, `lone-surrogate` or `too-deep`; nothing is dropped or converted silently
 */
export function canonicalText(value: unknown): string {
  return write(value, []);
}

/** Canonical JSON as UTF-8 bytes: see `canonicalText`. */
export function canonicalize(value: unknown): Uint8Array {
  return Buffer.from(canonicalText(value), 'utf8');
}

function write(value: unknown, path: (string | number)[]): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeString(value, path);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refusal('not-json', path, `${value} is not a JSON number`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw refusal('not-json', path, `${typeof value} is not a JSON value`);
  if (path.length >= MAX_JSON_DEPTH) throw refusal('too-deep', path, `nests deeper than ${MAX_JSON_DEPTH}`);
  return Array.isArray(value) ? writeArray(value, path) : writeObject(value, path);
}

function writeString(text: string, path: readonly (string | number)[]): string {
  if (!isWellFormed(text)) throw refusal('lone-surrogate', path, 'a string contains half of a surrogate pair');
  return JSON.stringify(text);
}

function writeArray(items: readonly unknown[], path: (string | number)[]): string {
  let text = '[';
  // By index, so that the holes of a sparse array are met, and refused as undefined.
  for (let at = 0; at < items.length; at += 1) {
    path.push(at);
    text += `${at === 0 ? '' : ','}${write(items[at], path)}`;
    path.pop();
  }
  return `${text}]`;
}

function writeObject(value: object, path: (string | number)[]): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of a plain object is null or a root; comparing with Object.prototype would refuse other realms.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw refusal('not-json', path, 'an instance of a class is not a JSON object');
  }
  const members: [string, unknown][] = Object.entries(value);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  let text = '{';
  for (const [name, member] of members) {
    path.push(name);
    text += `${text.length === 1 ? '' : ','}${writeString(name, path)}:${write(member, path)}`;
    path.pop();
  }
  return `${text}}`;
}

function refusal(code: JsonErrorCode, path: readonly (string | number)[], message: string): JsonError {
  return new JsonError(code, jsonPointer(path), null, message);
}
