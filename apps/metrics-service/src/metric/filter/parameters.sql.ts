import type { SqlValue } from '@svc/contracts';

/**
 * The bound values of one statement. Values travel as text and the statement casts them, so that no driver has
 * to guess a type: an integer bound against a VARCHAR column would make DuckDB cast the column.
 */
export class Parameters {
  readonly #values: SqlValue[] = [];
  readonly #once = new Map<string, string>();

  get values(): readonly SqlValue[] {
    return this.#values;
  }

  /** `CAST($3 AS DATE)`. */
  bind(text: string, sqlType: string): string {
    return `CAST($${this.#values.push(text)} AS ${sqlType})`;
  }

  /** The same, but a text that was bound this way before is reused. */
  bindOnce(text: string, sqlType: string): string {
    const known = this.#once.get(text) ?? this.bind(text, sqlType);
    this.#once.set(text, known);
    return known;
  }

  /** `CAST($3 AS DATE[])`, one parameter however many texts. */
  bindList(texts: readonly string[], sqlType: string): string {
    return `CAST($${this.#values.push([...texts])} AS ${sqlType}[])`;
  }
}
