import type { UnsignedPayload } from '../src/certificate/certificate-payload';
import { SigningKey } from '../src/keys/signing-key';

/** The issuing instance's key in tests. */
export const issuerKey = SigningKey.fromSeed(Buffer.alloc(32, 1));

/** Somebody else's key. */
export const otherKey = SigningKey.fromSeed(Buffer.alloc(32, 2));

const hash = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;

/** A complete payload about `regional_delay`. */
export const samplePayload: UnsignedPayload = {
  derivation: 'regional_delay',
  question: 'Regional carriers are later',
  verdict: 'sound',
  claim: {
    kind: 'comparison',
    roles: { group: 'carrier_type', value: 'arr_delay', controls: ['month', 'origin'] },
    declared: { unit: 'flight' },
  },
  estimate: {
    value: 3.25,
    label: 'difference of means',
    unit: 'minutes',
    interval: { level: 0.995, low: 2.5, high: 4 },
    n: 12000,
  },
  adjusted_for: ['month', 'origin'],
  gates: [
    {
      name: 'twice-run',
      verdict: 'sound',
      statistic: 0,
      threshold: 1e-9,
      n: 12000,
      seed: null,
      detail: 'both runs gave the same table',
    },
  ],
  skipped: [{ name: 'sample-ratio', reason: 'the claim declares no intended split' }],
  oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: 'comparison/n=10000' },
  code: { hash: hash('a'), environment: hash('b'), source_hash: hash('c') },
  data: { hash: hash('d'), rows: 12000, inputs: { flights: hash('e') } },
  derivation_version: hash('f'),
  certified_by: { issuer: 'example', actor: 'ada' },
  run_at: '2026-03-01T10:00:00.000000Z',
  issued_at: '2026-03-01T10:00:01.123456Z',
};
