/** Containers may nest this deep, in texts and in values: deeper input serves nobody and overflows recursive readers. */
export const MAX_JSON_DEPTH = 64;

/** A cheap test that most strings fail, before the one that tells halves from pairs. */
const SURROGATE_UNIT = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** True if a string is a sequence of Unicode scalar values; others have no UTF-8 form, so no bytes to sign (RFC 8785 §3.2.2.2). */
export function isWellFormed(text: string): boolean {
  return !SURROGATE_UNIT.test(text) || !LONE_SURROGATE.test(text);
}
