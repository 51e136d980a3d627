/**
 * Why a text or a value is not the JSON we sign.
 *
 * - `invalid-utf8`, `syntax`, `duplicate-key`, `number-out-of-range`, `unsafe-integer`: only a text can have these
 * - `not-json`: a value outside the JSON data model (undefined, NaN, a Date, a class instance …)
 * - `lone-surrogate`, `too-deep`: both
 */
export type JsonErrorCode =
  | 'invalid-utf8'
  | 'syntax'
  | 'duplicate-key'
  | 'number-out-of-range'
  | 'unsafe-integer'
  | 'lone-surrogate'
  | 'too-deep'
  | 'not-json';

/** A refusal by `parseJson` or `canonicalize`, with the place it is about. */
export class JsonError extends Error {
  override readonly name = 'JsonError';

  /**
   * @param pointer RFC 6901 pointer of the value
   * @param offset characters (for `invalid-utf8`: bytes) before the defect; null where a value, not a text, was refused
   */
  constructor(
    readonly code: JsonErrorCode,
    readonly pointer: string,
    readonly offset: number | null,
    message: string,
  ) {
    super(`${message} at ${pointer === '' ? 'the root' : pointer}${offset === null ? '' : ` (offset ${offset})`}`);
  }
}
