import { z } from 'zod';
import { DEFAULT_SET } from '../json';
import { jobKind } from '../job/job-kind';
import { claimSuggestion } from '../attestation/claim';
import { attestation, runOutcome, verdict } from '../attestation/attestation';

/** Which derivation, with which parameters; `force` runs it also when nothing has changed. */
const command = z.object({
  derivation: z.string(),
  params: z.record(z.string(), z.json()),
  set: z.string().default(DEFAULT_SET),
  force: z.boolean(),
});

/** How a run ended. */
const runResult = z.object({
  run_id: z.string(),
  outcome: runOutcome,
  verdict: verdict.nullable(),
  reason: z.string(),
  certificate_digest: z.string().nullable(),
  /** True when nothing had changed since the newest run, so that nothing was run. */
  unchanged: z.boolean(),
  /**
   * Whether anything may depend on the derivation now, and why not: a sound verdict may be revoked, or depend on a
   * revoked one.
   */
  certified: z.boolean(),
  certification_reason: z.string(),
});
export type RunResult = z.infer<typeof runResult>;

/** Runs a derivation and has its claim judged. */
export const derivationRun = jobKind({
  name: 'derivation.run',
  service: 'cert',
  payload: command,
  result: runResult,
});

/** Previews a verdict: nothing is kept, no attempt is counted. */
export const derivationCheck = jobKind({
  name: 'derivation.check',
  service: 'cert',
  payload: command,
  result: attestation,
});

/** Proposes a claim about stored rows: runs nothing, judges nothing. */
export const claimSuggesting = jobKind({
  name: 'derivation.suggest-claim',
  service: 'cert',
  payload: z.object({ derivation: z.string(), set: z.string().default(DEFAULT_SET) }),
  result: claimSuggestion,
});
