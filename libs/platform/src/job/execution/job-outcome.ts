import { type Json, type Problem, type ProblemCode, ProblemError } from '@svc/contracts';
import { spaceProblem } from '../../problem/space-problem';
import type { JobStop } from './job-run';
import { awayDelayMs, retryDelayMs } from '../job-timing';

/** What becomes of a job when one run of it has ended. */
export type JobOutcome =
  | { readonly kind: 'succeeded'; readonly result: Json }
  | { readonly kind: 'failed'; readonly error: Problem }
  | { readonly kind: 'cancelled'; readonly result: Json }
  /** `uncounted`: it is not the job's fault either, so the start does not count. */
  | { readonly kind: 'again'; readonly delayMs: number; readonly error: Problem; readonly uncounted: boolean }
  /** Not the job's fault: the process is going down. The start does not count. */
  | { readonly kind: 'handed-back' }
  /** Another run owns the job now; this one must not write. */
  | { readonly kind: 'superseded' };

/** How a handler settled, and what stopped it, if anything did. */
export interface Settled {
  readonly stopped: JobStop | null;
  readonly value: { readonly ok: true; readonly result: Json } | { readonly ok: false; readonly error: unknown };
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Since the job was enqueued. */
  readonly ageMs: number;
  readonly patienceMs: number;
  readonly traceId: string;
}

const LATER = new Set<ProblemCode>(['unavailable', 'overloaded', 'deadline-exceeded']);

/** The rule: a cancelled run is cancelled however it ended; a finished one counts even if the process is going down. */
export function jobOutcome(settled: Settled): JobOutcome {
  const { stopped } = settled;
  const value = told(settled.value);
  if (stopped === 'lost') return { kind: 'superseded' };
  if (stopped === 'cancelled') return { kind: 'cancelled', result: value.ok ? value.result : null };
  if (value.ok) return { kind: 'succeeded', result: value.result };
  if (stopped === 'shutdown') return { kind: 'handed-back' };
  const error = asProblem(value.error, settled.traceId);
  if (passes(value.error) && settled.ageMs < settled.patienceMs)
    return { kind: 'again', delayMs: awayDelayMs(settled.ageMs), error, uncounted: true };
  if (mayHelp(value.error) && settled.attempt < settled.maxAttempts)
    return { kind: 'again', delayMs: retryDelayMs(settled.attempt), error, uncounted: false };
  return { kind: 'failed', error };
}

/** A full disk is a refusal like any other: the job ends and is not retried. */
function told(value: Settled['value']): Settled['value'] {
  return value.ok ? value : { ok: false, error: spaceProblem(value.error) ?? value.error };
}

/** Another service is unavailable: waiting for it costs no attempt. */
function passes(error: unknown): boolean {
  return error instanceof ProblemError && LATER.has(error.code);
}

/** Retry on temporary and unexpected errors, not on refusals. */
function mayHelp(error: unknown): boolean {
  return !(error instanceof ProblemError) || passes(error);
}

/** The failure as callers see it: problems unchanged, everything else only with its trace id. */
function asProblem(error: unknown, traceId: string): Problem {
  const told =
    error instanceof ProblemError
      ? error
      : new ProblemError('internal', `The job failed. See trace ${traceId} in the log.`);
  return { ...told.toProblem(), trace_id: traceId };
}
