import { ProblemError } from '@svc/contracts';
import { z } from 'zod';

const storageError = z.object({
  code: z.enum(['no-space', 'over-budget', 'ENOSPC', 'EDQUOT']),
  gauge: z.object({ used: z.number(), limit: z.number() }).nullish(),
});

/** Seconds in which an operator, or the removal of what was sent, may have made room. */
const RETRY_AFTER = 30;

/** The refusal for bytes that storage does not take, by the codes of its errors; null for any other error. */
export function spaceProblem(cause: unknown): ProblemError | null {
  const parsed = storageError.safeParse(cause);
  if (!parsed.success) return null;
  const { code, gauge } = parsed.data;
  if (code === 'over-budget')
    return new ProblemError(
      'insufficient-storage',
      'Your unfetched answers have reached their limit of bytes. Fetch them, or wait until they expire.',
      { retryAfter: RETRY_AFTER, cause, ...(gauge ? { data: { quota: 'answers', ...gauge } } : {}) },
    );
  return new ProblemError(
    'insufficient-storage',
    'The disk of this service is too full. Nothing was kept. Tell the operator, and try again when space is free.',
    { retryAfter: RETRY_AFTER, cause },
  );
}
