import { ProblemError } from '@svc/contracts';
import { WorkStopped } from './supervise';
import { WorkFailed } from '../worker';

const RETRY_AFTER = 30;

/** The problem for work that the disk, or its own budget, ended; null for any other end. */
export function noRoom(cause: unknown): ProblemError | null {
  if (cause instanceof WorkStopped && cause.reason === 'disk-budget')
    return new ProblemError(
      'insufficient-storage',
      'It was stopped at its limit of written bytes. Select fewer rows or columns, or fetch your waiting answers first.',
      { retryAfter: RETRY_AFTER, data: { quota: 'answers' }, cause },
    );
  if (cause instanceof WorkStopped && cause.reason === 'disk-share')
    return new ProblemError(
      'insufficient-storage',
      'It needs more disk space than is free for it beside other work, so it was stopped and nothing was kept. Try again later, or select fewer rows or columns.',
      { retryAfter: RETRY_AFTER, cause },
    );
  const full =
    (cause instanceof WorkStopped && cause.reason === 'disk-full') ||
    (cause instanceof WorkFailed && cause.failure.code === 'no-space');
  if (!full) return null;
  return new ProblemError(
    'insufficient-storage',
    'It was stopped because the disk of this service is full except for its reserve. Nothing was kept. Tell the operator, and try again when space is free.',
    { retryAfter: RETRY_AFTER, cause },
  );
}
