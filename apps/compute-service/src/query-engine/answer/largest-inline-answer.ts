/** An answer with longer JSON travels by claim check and is not cached: computing it again is cheaper than storing it for everybody. */
export const MAX_INLINE_BYTES = 256 * 1024;
