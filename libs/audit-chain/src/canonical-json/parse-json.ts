import { jsonPointer } from './json-pointer';
import { isWellFormed, MAX_JSON_DEPTH } from './json-limits';
import { JsonError, type JsonErrorCode } from './json.error';
import type { JsonObject, JsonValue } from './json-value';

/**
 * Reads JSON that means one thing to every reader (I-JSON, RFC 7493). Refuses, beyond what the grammar does,
 * duplicate member names, lone surrogates, invalid UTF-8, a byte-order mark, numbers beyond a double, nesting over 64,
 * and integers beyond ±2^53 unless the digits are exactly the canonical form of a double (so that nothing is
 * ever rounded, yet every text `canonicalize` writes is read back).
 *
 * `parseJson(canonicalize(x))` equals `x`, and a member named `__proto__` is a member like any other.
 *
 * @throws JsonError with code, pointer and offset
 */
export function parseJson(input: string | Uint8Array): JsonValue {
  return new JsonReader(typeof input === 'string' ? input : decodeUtf8(input)).document();
}

function decodeUtf8(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  // Decoding replaces what is invalid, so the first byte that does not come back is the first invalid one.
  const back = Buffer.from(text, 'utf8');
  if (buffer.equals(back)) return text;
  const offset = buffer.findIndex((byte, at) => byte !== back[at]);
  throw new JsonError('invalid-utf8', '', offset, 'bytes are not UTF-8');
}

const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const UNICODE_ESCAPE = /[0-9a-fA-F]{4}/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A recursive descent over the grammar of RFC 8259; recursion is bounded by the depth limit. */
class JsonReader {
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#refusal('syntax', 'text goes on after the value');
    return value;
  }

  #value(): JsonValue {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#container(() => this.#object());
      case '[':
        return this.#container(() => this.#array());
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #container<T extends JsonValue>(read: () => T): T {
    if (this.#path.length >= MAX_JSON_DEPTH) throw this.#refusal('too-deep', `nests deeper than ${MAX_JSON_DEPTH}`);
    this.#at += 1;
    this.#skipSpace();
    return read();
  }

  #object(): JsonObject {
    const object: Record<string, JsonValue> = {};
    if (this.#take('}')) return object;
    do {
      this.#skipSpace();
      const start = this.#at;
      if (this.#text[start] !== '"') throw this.#refusal('syntax', 'expected a member name');
      const name = this.#string();
      this.#path.push(name);
      if (Object.hasOwn(object, name)) throw this.#refusal('duplicate-key', 'a member name is repeated', start);
      this.#skipSpace();
      if (!this.#take(':')) throw this.#refusal('syntax', 'expected ":"');
      // Assignment would set the prototype for a member named __proto__.
      Object.defineProperty(object, name, {
        value: this.#value(),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      this.#path.pop();
      this.#skipSpace();
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#refusal('syntax', 'expected "," or "}"');
    return object;
  }

  #array(): JsonValue[] {
    const items: JsonValue[] = [];
    if (this.#take(']')) return items;
    do {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
      this.#skipSpace();
    } while (this.#take(','));
    if (!this.#take(']')) throw this.#refusal('syntax', 'expected "," or "]"');
    return items;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    let text = this.#skip(PLAIN_CHARACTERS);
    while (!this.#take('"')) {
      if (!this.#take('\\')) throw this.#refusal('syntax', 'a string is not closed or contains a control character');
      text += this.#escape() + this.#skip(PLAIN_CHARACTERS);
    }
    if (!isWellFormed(text)) throw this.#refusal('lone-surrogate', 'a string contains half of a surrogate pair', start);
    return text;
  }

  #escape(): string {
    if (this.#take('u')) {
      const digits = this.#skip(UNICODE_ESCAPE);
      if (digits === '') throw this.#refusal('syntax', 'expected four hex digits');
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const escaped = ESCAPES.get(this.#text[this.#at] ?? '');
    if (escaped === undefined) throw this.#refusal('syntax', 'unknown escape');
    this.#at += 1;
    return escaped;
  }

  #number(): number {
    const start = this.#at;
    const token = this.#skip(NUMBER);
    if (token === '') throw this.#refusal('syntax', 'expected a value');
    const value = Number(token);
    if (!Number.isFinite(value)) throw this.#refusal('number-out-of-range', 'a number does not fit a double', start);
    const isRounded = Math.abs(value) >= 2 ** 53 && /^-?[0-9]+$/.test(token) && JSON.stringify(value) !== token;
    if (isRounded) {
      throw this.#refusal('unsafe-integer', 'an integer beyond 2^53 would be rounded', start);
    }
    return value;
  }

  #word<T extends JsonValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#refusal('syntax', 'expected a value');
    this.#at += word.length;
    return value;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    while (WHITE_SPACE.has(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return '';
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  #refusal(code: JsonErrorCode, message: string, offset = this.#at): JsonError {
    return new JsonError(code, jsonPointer(this.#path), offset, message);
  }
}
