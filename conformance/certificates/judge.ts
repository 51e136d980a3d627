import { compareCertificate, parseLogKey, verifyCertificate } from '@svc/audit-chain';
import type { Expected, Vector } from './vector';

/** What our verifier finds, in the terms of the vectors. */
export function judge(
  document: Uint8Array,
  { publicKey, keyHistory, logKey, current }: Pick<Vector, 'publicKey' | 'keyHistory' | 'logKey' | 'current'>,
): Expected {
  const pinnedKey = publicKey ?? keyHistory;
  const found = verifyCertificate(document, {
    ...(pinnedKey === undefined ? {} : { pinnedKey }),
    ...(logKey === undefined ? {} : { logKey: parseLogKey(logKey) }),
  });
  if (found.outcome === 'invalid') return { outcome: 'invalid', code: found.code };
  const { outcome, digest, certificate } = found;
  const preregistration = found.preregistration?.outcome;
  if (current === undefined) return { outcome, digest, ...(preregistration === undefined ? {} : { preregistration }) };
  const { public_keys: publicKeys, ...state } = current;
  return { ...compareCertificate(certificate, { ...state, publicKeys }), digest };
}
