import { ProblemError } from '@svc/contracts';

/** What `read` answers, or null when there is no such thing. */
export async function ifExists<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-found') return null;
    throw error;
  }
}
