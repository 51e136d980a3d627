/**
 * Why a key or a key file is refused.
 *
 * - `malformed-key`: not strict base64 of 32 bytes
 * - `weak-key`: a small-order or non-canonical encoding; one signature can verify many messages under such a key
 * - `wrong-length`, `wrong-mode`, `symlink`, `not-a-file`: of a seed file
 * - `public-key-differs`: `<path>.pub` names another key than the seed
 * - `key-reused`: a key that must differ from another is the same
 * - `malformed-history`: `<path>.history.json` is not a key history
 */
export type KeyErrorCode =
  | 'malformed-key'
  | 'weak-key'
  | 'wrong-length'
  | 'wrong-mode'
  | 'symlink'
  | 'not-a-file'
  | 'public-key-differs'
  | 'key-reused'
  | 'malformed-history';

/** A refusal that concerns a key or its file. */
export class KeyError extends Error {
  override readonly name = 'KeyError';

  constructor(
    readonly code: KeyErrorCode,
    message: string,
  ) {
    super(message);
  }
}
