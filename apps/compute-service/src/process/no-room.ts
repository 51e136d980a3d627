import { ProblemError } from '@svc/contracts';
import { WorkStopped } from './supervise';
import { WorkFailed } from './worker';

const RETRY_AFTER = 30;

/** The refusal for work that the disk, or its own budget of it, ended; null for any other end. */
export function noRoom(cause: unknown): ProblemError | null {
  if (cause instanceof WorkStopped && cause.reason === 'disk-budget')
    return new ProblemError(
      'insufficient-storage',
      'It was stopped because it wrote as many bytes as it may. Select fewer rows or columns, or fetch the answers that wait for you first.',
      { retryAfter: RETRY_AFTER, data: { quota: 'answers' }, cause },
    );
  const full =
    (cause instanceof WorkStopped && cause.reason === 'disk-full') ||
    (cause instanceof WorkFailed && cause.failure.code === 'no-space');
  if (!full) return null;
  return new ProblemError(
    'insufficient-storage',
    'It was stopped because the disk of this service is full but for its reserve. Nothing was kept. Tell your operator; try again when there is room.',
    { retryAfter: RETRY_AFTER, cause },
  );
}
