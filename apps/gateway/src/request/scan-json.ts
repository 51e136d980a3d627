const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What the structure of a JSON text shows before it is parsed. */
export interface JsonShape {
  /** How deep arrays and objects nest. */
  readonly depth: number;
  /** How many members its objects have, repeated names counted each time. */
  readonly members: number;
}

/** Counts over the bytes of a JSON text; about a nanosecond a byte. Meaningless for text that is not JSON. */
export function scanJson(bytes: Uint8Array): JsonShape {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case COLON:
        members += 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      default:
    }
  }
  return { depth: deepest, members };
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
