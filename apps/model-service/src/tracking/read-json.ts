import { ProblemError } from '@svc/contracts';
import { parseJson } from '@svc/platform';
import { readBytes } from './read-bytes';
import type { TrackingReply } from './tracking.ports';

const MAX_BYTES = 64 * 1024 * 1024;

/** The whole of a JSON answer; null for one that is not JSON. */
export async function readJson({ body }: Pick<TrackingReply, 'body'>): Promise<unknown> {
  const bytes = await readBytes(body, MAX_BYTES, tooLarge);
  try {
    return parseJson(bytes);
  } catch {
    return null;
  }
}

function tooLarge(): ProblemError {
  return new ProblemError('invalid-request', 'The answer is too large: ask for fewer results.');
}
