/** JSON of an answer that is longer travels by claim check and is not kept: it is cheaper to compute again than to keep for everybody. */
export const MAX_INLINE_BYTES = 256 * 1024;
