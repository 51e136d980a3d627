import { ProblemError } from '@svc/contracts';

/** The result of `read`, or null if the object does not exist. */
export async function ifExists<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-found') return null;
    throw error;
  }
}
