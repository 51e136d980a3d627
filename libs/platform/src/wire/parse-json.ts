import { isUtf8 } from 'node:buffer';
import { ProblemError } from '@svc/contracts';
import { MAX_JSON_DEPTH } from './json-depth';

/**
 * Parses bytes that came from outside the process. Refuses, as `malformed-body`: invalid UTF-8, invalid JSON, nesting
 * deeper than 64, and the keys that reach an object's prototype (`__proto__`, `constructor.prototype`). No bytes are null.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return null;
  if (!isUtf8(bytes)) throw new ProblemError('malformed-body', 'The body is not UTF-8.');
  const value = parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  screen(value, 0);
  return value;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new ProblemError('malformed-body', 'The body is not JSON.', { cause });
  }
}

function screen(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_JSON_DEPTH)
    throw new ProblemError('malformed-body', `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) screen(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__' || (key === 'constructor' && reachesPrototype(item))) {
      throw new ProblemError('malformed-body', `The body has a member named "${key}", which is not accepted.`);
    }
    screen(item, depth + 1);
  }
}

function reachesPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}
