import { z } from 'zod';
import { claim } from '../attestation/claim';
import { attestation, estimate, gateResult, runOutcome, verdict } from '../attestation/attestation';
import { digest, timestamp } from '../json';

/** The signed payload. Unknown members are preserved: v1 changes only by additions. */
export const certificatePayload = z.looseObject({
  derivation: z.string(),
  question: z.string(),
  verdict,
  claim: claim.omit({ question: true }),
  estimate: estimate.nullable(),
  adjusted_for: z.array(z.string()),
  gates: z.array(gateResult),
  skipped: attestation.shape.skipped,
  oracle: attestation.shape.oracle,
  code: z.looseObject({ hash: digest, environment: digest, source_hash: digest }),
  data: z.looseObject({ hash: digest, rows: z.int(), inputs: z.record(z.string(), digest) }),
  derivation_version: digest,
  certified_by: z.looseObject({ issuer: z.string(), actor: z.string() }),
  run_at: timestamp,
  issued_at: timestamp,
  public_key: z.string(),
});

/**
 * The current status of a certificate's derivation, if this certificate no longer certifies it. Added by the service,
 * not signed.
 */
const certificateStatus = z.object({
  certified: z.boolean(),
  reason: z.string(),
  newest_run: z.object({ id: z.uuid(), outcome: runOutcome, verdict: verdict.nullable() }).nullable(),
});
export type CertificateStatus = z.infer<typeof certificateStatus>;

/** `svc.certificate/v1`: payload and detached Ed25519 signature over its canonical JSON (RFC 8785). */
export const certificate = z.looseObject({
  schema: z.literal('svc.certificate/v1'),
  certificate: certificatePayload,
  signature: z.looseObject({ algorithm: z.literal('ed25519'), value: z.string() }),
  status: certificateStatus.optional(),
});
export type Certificate = z.infer<typeof certificate>;
