import {
  type Client,
  derivationRun,
  type Job,
  ProblemError,
  type RunResult,
  sourceOf,
  type SourceRef,
} from '@svc/contracts';
import type { z } from 'zod';
import { inSet } from '../command/source-argument';
import type { ProgressLine } from '../terminal/progress-line';

/** Starts a run and waits for it. */
export async function followRun(
  client: Client,
  source: SourceRef,
  input: { readonly params?: Readonly<Record<string, z.core.util.JSONType>>; readonly force: boolean },
  line: ProgressLine,
): Promise<RunResult> {
  const job = await client.runDerivation({
    params: { name: source.derivation },
    body: {
      force: input.force,
      ...inSet(source),
      ...(input.params === undefined ? {} : { params: { ...input.params } }),
    },
  });
  return followResult(client, sourceOf(source.derivation, source.set), job, derivationRun.result, line);
}

/** Waits for a job, reports its progress, and returns its result. A job that fails or is cancelled is thrown as its problem. */
export async function followResult<T>(
  client: Client,
  name: string,
  started: Job,
  form: z.ZodType<T>,
  line: ProgressLine,
): Promise<T> {
  line.say(`${name}: ${started.id} ${started.state}`);
  const job = await client.waitForJob(started.id, { onChange: (it) => line.say(progressText(name, it)) });
  if (job.error !== null) throw ProblemError.fromProblem(job.error);
  const parsed = form.safeParse(job.result);
  if (parsed.success) return parsed.data;
  const cancelled = job.state === 'cancelled';
  throw new ProblemError(
    cancelled ? 'conflict' : 'internal',
    cancelled ? `${job.id} was cancelled.` : `${job.id} ended as ${job.state} without saying how.`,
  );
}

/** `departures: asking the oracle (2 of 4)`. */
export function progressText(name: string, { state, progress }: Job): string {
  const steps = progress.total > 0 ? ` (${progress.done} of ${progress.total})` : '';
  return `${name}: ${progress.message === '' ? state : progress.message}${steps}`;
}
