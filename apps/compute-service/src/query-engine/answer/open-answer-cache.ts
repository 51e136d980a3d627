import { LRUCache } from 'lru-cache';
import type { QueryAnswer } from './answers';
import { AnswerCache, type SharedAnswers } from './answer-cache';

/** This process's answers, up to `ownBytes` of JSON, in front of the shared ones. */
export function openAnswerCache(ownBytes: number, shared: SharedAnswers): AnswerCache {
  // The smallest size that a bounded cache accepts; nothing fits into one byte.
  return new AnswerCache(new LRUCache<string, QueryAnswer>({ maxSize: Math.max(1, ownBytes) }), shared);
}
