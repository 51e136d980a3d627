/** In a Unicode pattern a surrogate matches only when it is not half of a pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The result of walking through a parsed value. */
export interface JsonCensus {
  /** Members of all objects. */
  readonly members: number;
  /** True when the text may have meant something else: an integer that may have been rounded, half a surrogate pair. */
  readonly doubtful: boolean;
  /** The first value that no request may contain. */
  readonly unsafe: { readonly path: readonly string[]; readonly message: string } | null;
}

/** Walks a value once. The caller bounds its depth. */
export function takeCensus(value: unknown): JsonCensus {
  const walk = new Walk();
  walk.visit(value, '');
  return {
    members: walk.members,
    doubtful: walk.doubtful,
    unsafe: walk.unsafe === '' ? null : { path: walk.path.toReversed(), message: walk.unsafe },
  };
}

/** The path is built on the way back from a hit, so that a clean walk allocates nothing. */
class Walk {
  members = 0;
  doubtful = false;
  unsafe = '';
  readonly path: string[] = [];

  /** False once something unsafe was found. */
  visit(value: unknown, under: string): boolean {
    if (typeof value === 'string') return this.text(value, 'contains U+0000, which is not accepted');
    if (typeof value === 'number') {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) this.doubtful = true;
      return true;
    }
    if (typeof value !== 'object' || value === null) return true;
    return Array.isArray(value) ? this.items(value) : this.object(Object.entries(value), under);
  }

  private items(items: readonly unknown[]): boolean {
    for (let at = 0; at < items.length; at += 1) {
      if (!this.visit(items[at], '')) return this.found(String(at));
    }
    return true;
  }

  private object(members: readonly (readonly [string, unknown])[], under: string): boolean {
    for (const [key, value] of members) {
      this.members += 1;
      if (!this.text(key, 'is a name with U+0000, which is not accepted')) return this.found(key);
      if (key === '__proto__' || (key === 'prototype' && under === 'constructor')) {
        this.unsafe = 'is a name that is not accepted';
        return this.found(key);
      }
      if (!this.visit(value, key)) return this.found(key);
    }
    return true;
  }

  private text(text: string, message: string): boolean {
    if (LONE_SURROGATE.test(text)) this.doubtful = true;
    if (!text.includes('\0')) return true;
    this.unsafe = message;
    return false;
  }

  private found(part: string): false {
    this.path.push(part);
    return false;
  }
}
