import { ProblemError } from '@svc/contracts';

/** Refuses what JSON can say and Postgres cannot keep: U+0000, and halves of surrogate pairs. `what` begins the sentence: `The note`. */
export function requireText(what: string, value: unknown): void {
  if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value))
    throw new ProblemError('invalid-request', `${what} contains a character that is not valid text.`);
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) for (const it of [name, member]) requireText(what, it);
}
