import { compareCertificate, verifyCertificate } from '@svc/audit-chain';
import type { Expected, Vector } from './vector';

/** What our verifier finds, in the terms of the vectors. */
export function judge(
  document: Uint8Array,
  { publicKey, keyHistory, current }: Pick<Vector, 'publicKey' | 'keyHistory' | 'current'>,
): Expected {
  const pinnedKey = publicKey ?? keyHistory;
  const found = verifyCertificate(document, pinnedKey === undefined ? {} : { pinnedKey });
  if (found.outcome === 'invalid') return { outcome: 'invalid', code: found.code };
  const { outcome, digest, certificate } = found;
  if (current === undefined) return { outcome, digest };
  const { public_keys: publicKeys, ...state } = current;
  return { ...compareCertificate(certificate, { ...state, publicKeys }), digest };
}
