import { ProblemError } from '@svc/contracts';

/** A tag that nothing has. */
export const STALE = `sha256:${'0'.repeat(64)}`;
/** Values that are not entity tags of the service: weak ones, quoted ones, lists, nothing. */
export const MALFORMED = ['', `W/"${STALE}"`, `"${STALE}"`, `${STALE}, ${STALE}`, '"*"', '**'];
export const PROJECT = { visibility: 'project' } as const;

/** How a call ended: `answered`, or the code of its problem; and all that it said, but for the name that was asked for, if one is given. */
export async function outcome(
  name: string,
  work: Promise<unknown>,
): Promise<{ readonly code: string; readonly text: string }> {
  const met = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (met === null) return { code: 'answered', text: '' };
  if (!(met instanceof ProblemError)) throw new Error(`a call for ${name} failed`, { cause: met });
  const { trace_id: _, ...problem } = met.toProblem();
  return {
    code: met.code,
    text: name === '' ? JSON.stringify(problem) : JSON.stringify(problem).replaceAll(name, 'NAME'),
  };
}

/** How it ended, in a word. */
export const code = async (work: Promise<unknown>): Promise<string> => (await outcome('', work)).code;
