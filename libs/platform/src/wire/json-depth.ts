/** Deepest nesting a message may have: beyond it recursive readers overflow their stack. */
export const MAX_JSON_DEPTH = 64;
