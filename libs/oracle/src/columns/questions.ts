/**
 * What the data cannot answer about a column, and the declarations that would settle it either way.
 *
 * The principle: a fact that is not declared is taken at its worst. If the claim stands even then, nobody is asked. If it
 * does not, the verdict is inconclusive, names the column and prints the lines that settle it.
 */
export interface Question {
  /** What was seen, and what it would do to the claim. */
  readonly seen: string;
  /** Lines for `declared` (or `roles`), each with what it says. */
  readonly settle: readonly string[];
}

/** The question as one sentence of a reason. */
export function ask({ seen, settle }: Question): string {
  return `${seen}; declare ${settle.join(', or ')}`;
}

/** `"unit": "user_id"`, as it stands in a claim. */
export function declaration(fact: string, value: unknown): string {
  return `"${fact}": ${JSON.stringify(value)}`;
}
