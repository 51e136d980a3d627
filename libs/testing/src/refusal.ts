import { ProblemError } from '@svc/contracts';

/** The problem with which a call was refused; rejects when it was answered, or failed in another way. */
export async function refusal(work: Promise<unknown>): Promise<ProblemError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ProblemError) return error;
  throw new Error(`not refused: ${String(error)}`);
}
