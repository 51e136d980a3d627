import { z } from 'zod';

export const verdict = z.enum(['sound', 'unsound', 'inconclusive']);
export type Verdict = z.infer<typeof verdict>;

/**
 * These four are part of the signed payload: members added by later releases must be preserved, or the signature
 * breaks.
 */
export const estimate = z.looseObject({
  value: z.number(),
  label: z.string(),
  unit: z.string().nullable(),
  interval: z.looseObject({ level: z.number(), low: z.number(), high: z.number() }).nullable(),
  n: z.int(),
});

export const gateResult = z.looseObject({
  name: z.string(),
  verdict,
  statistic: z.number().nullable(),
  threshold: z.number().nullable(),
  n: z.int().nullable(),
  seed: z.string().nullable(),
  detail: z.string(),
});

/** The oracle's full report on a run. */
export const attestation = z.looseObject({
  question: z.string(),
  kind: z.string(),
  verdict,
  reason: z.string(),
  estimate: estimate.nullable(),
  adjusted_for: z.array(z.string()),
  gates: z.array(gateResult),
  skipped: z.array(z.looseObject({ name: z.string(), reason: z.string().min(1) })),
  oracle: z.looseObject({
    version: z.string(),
    policy: z.string(),
    alpha: z.number(),
    attempts: z.int(),
    error_rates: z.string().nullable(),
  }),
});
export type Attestation = z.infer<typeof attestation>;

export const runOutcome = z.enum(['succeeded', 'failed', 'refused']);
