import { envelopeVectors } from './cases/envelope';
import { keyVectors } from './cases/keys';
import { mixedOrderVectors } from './cases/mixed-order';
import { notJsonVectors } from './cases/not-json';
import { payloadVectors } from './cases/payload';
import { preregistrationVectors } from './cases/preregistration';
import { presentVectors } from './cases/present';
import { signatureVectors } from './cases/signatures';
import { validVectors } from './cases/valid';
import { type Expected, issuer, retired, stranger, type Vector } from './vector';

/** Every vector, in the order of the checks that they are about. */
export const allVectors: readonly Vector[] = [
  ...validVectors,
  ...notJsonVectors,
  ...envelopeVectors,
  ...keyVectors,
  ...signatureVectors,
  ...mixedOrderVectors,
  ...payloadVectors,
  ...preregistrationVectors,
  ...presentVectors,
];

/** How `svc certificate verify` and verify.py end. */
export function exitCode(expect: Expected): number {
  switch (expect.outcome) {
    case 'trusted':
    case 'self_consistent':
    case 'matches':
      return 0;
    case 'invalid':
      return expect.code === 'other-key' ? 5 : 3;
    case 'other_derivation':
      return 3;
    case 'stale':
      return 4;
    case 'other_instance':
      return 5;
  }
}

export function fileOf({ name }: Vector): string {
  return `${name}.json`;
}

/** `index.json`: what each file is, what is given besides, and what must be found. */
export function vectorIndex(): object {
  return {
    schema: 'svc.certificate-vectors/v1',
    about: 'Made by conformance/certificates/write-vectors.ts. See docs/certificate-format.md.',
    keys: {
      warning: 'Made for these vectors only. The seeds are public, so whatever these keys sign proves nothing.',
      issuer: { seed_hex: '11'.repeat(32), public_key: issuer.publicKey.base64 },
      stranger: { seed_hex: '22'.repeat(32), public_key: stranger.publicKey.base64 },
      retired: { seed_hex: '33'.repeat(32), public_key: retired.publicKey.base64 },
    },
    vectors: allVectors.map((vector) => ({
      name: vector.name,
      file: fileOf(vector),
      about: vector.about,
      ...(vector.publicKey === undefined ? {} : { public_key: vector.publicKey }),
      ...(vector.keyHistory === undefined ? {} : { key_history: vector.keyHistory }),
      ...(vector.logKey === undefined ? {} : { log_key: vector.logKey }),
      ...(vector.current === undefined ? {} : { current: vector.current }),
      expect: vector.expect,
      exit_code: exitCode(vector.expect),
    })),
  };
}
