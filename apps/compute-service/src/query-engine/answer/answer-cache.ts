import type { LRUCache } from 'lru-cache';
import { type QueryAnswer, queryAnswer } from './answers';
import { MAX_INLINE_BYTES } from './largest-inline-answer';

/** The cache that all replicas share; while it is unreachable every lookup is a miss. */
export interface SharedAnswers {
  /** The text under a key; null when there is none, or the cache is unreachable. */
  find(key: string): Promise<string | null>;
  /** Stores a text soon, without delaying the caller; the least recently used are evicted when there is no room. */
  keep(key: string, text: string): void;
}

/** Of this process: parsed, and counted by the bytes of their text. */
export type OwnAnswers = Pick<LRUCache<string, QueryAnswer>, 'get' | 'set'>;

/**
 * Exact answers by {@link answerKey}: this process's own first, then the shared ones. Callers have checked access
 * before: a cached answer says nothing about who may see it.
 */
export class AnswerCache {
  constructor(
    private readonly own: OwnAnswers,
    private readonly shared: SharedAnswers,
  ) {}

  async find(key: string): Promise<QueryAnswer | null> {
    const known = this.own.get(key);
    if (known !== undefined) return known;
    const text = await this.shared.find(key);
    const answer = text === null ? null : readAnswer(text);
    if (answer !== null && text !== null) this.own.set(key, answer, { size: text.length });
    return answer;
  }

  keep(key: string, answer: QueryAnswer): void {
    const text = JSON.stringify(answer);
    if (text.length > MAX_INLINE_BYTES) return;
    this.own.set(key, answer, { size: text.length });
    this.shared.keep(key, text);
  }
}

/** Null if it is not a valid answer: another version, or somebody else, may have stored it. */
function readAnswer(text: string): QueryAnswer | null {
  try {
    return queryAnswer.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
