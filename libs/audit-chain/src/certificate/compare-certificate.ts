import { canonicalText } from '../canonical-json/canonicalize';
import type { CertificatePayload } from './certificate-payload';

/** What can move under a certificate. */
export type Moved = 'data' | 'code' | 'parameters' | 'claim' | 'environment';

/** The state of a derivation now, in the members a certificate states it with, and the instance's keys, retired ones too. */
export type CurrentState = Pick<
  CertificatePayload,
  'derivation' | 'question' | 'claim' | 'code' | 'data' | 'derivation_version'
> & {
  readonly publicKeys: readonly string[];
};

export type CertificateComparison =
  | { readonly outcome: 'matches' }
  /** Never empty: each thing that is no longer what was certified. */
  | { readonly outcome: 'stale'; readonly moved: readonly Moved[] }
  /** Signed by a key this instance never had. */
  | { readonly outcome: 'other_instance' }
  /** About another derivation than the one asked for. */
  | { readonly outcome: 'other_derivation' };

/** Compares a verified certificate with the present. The signature MUST have been verified before. */
export function compareCertificate(certificate: CertificatePayload, current: CurrentState): CertificateComparison {
  if (!current.publicKeys.includes(certificate.public_key)) return { outcome: 'other_instance' };
  if (certificate.derivation !== current.derivation) return { outcome: 'other_derivation' };
  const moved = whatMoved(certificate, current);
  return moved.length === 0 ? { outcome: 'matches' } : { outcome: 'stale', moved };
}

function whatMoved(certificate: CertificatePayload, current: CurrentState): Moved[] {
  const moved: Moved[] = [];
  const inputsMoved = differ(certificate.data.inputs, current.data.inputs);
  if (inputsMoved || certificate.data.hash !== current.data.hash) moved.push('data');
  // source_hash is not compared: it covers the whole file, also the parts this derivation does not reach.
  if (certificate.code.hash !== current.code.hash) moved.push('code');
  if (certificate.code.environment !== current.code.environment) moved.push('environment');
  if (differ(certificate.claim, current.claim) || certificate.question !== current.question) moved.push('claim');
  // The version covers code, parameters, environment and inputs: with the others equal, the parameters moved.
  const explained = inputsMoved || moved.includes('code') || moved.includes('environment');
  if (certificate.derivation_version !== current.derivation_version && !explained) moved.push('parameters');
  return moved;
}

function differ(a: unknown, b: unknown): boolean {
  return canonicalText(a) !== canonicalText(b);
}
