import type { Role } from './access/role';

/** What a problem code says to every caller. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/**
 * The words that a noun adds to the API. They stand in a file of their own beside its descriptor, which has them too: schemas and
 * endpoints are built from the words of all nouns.
 */
export interface Vocabulary {
  /** What a token may be used for, and the least role that may hold it. A call names exactly one. */
  readonly scopes?: Readonly<Record<string, Role>>;
  /** Refusals of its own, by their code. */
  readonly problems?: Readonly<Record<string, ProblemKind>>;
}

/** Declares the words of a noun. */
export function vocabulary<const V extends Vocabulary>(words: V): V {
  return words;
}
