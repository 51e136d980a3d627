import {
  canonicalize,
  type CertificatePayload,
  type CurrentState,
  type KeyHistory,
  SigningKey,
  type UnsignedPayload,
} from '@svc/audit-chain';

/** What a verifier must find. `code` and `digest` are given where the outcome has one. */
export type Expected =
  | { readonly outcome: 'invalid'; readonly code: string }
  | {
      readonly outcome: 'self_consistent' | 'trusted' | 'matches' | 'other_instance' | 'other_derivation';
      readonly digest: string;
      /** Whether the claim was declared before the data were registered, where the certificate proves it. */
      readonly preregistration?: 'proven' | 'self_consistent';
    }
  | { readonly outcome: 'stale'; readonly moved: readonly string[]; readonly digest: string };

/** The state of a derivation, spelled as in the index: `public_keys` are the instance's, retired ones too. */
export type Present = Omit<CurrentState, 'publicKeys'> & { readonly public_keys: readonly string[] };

/** A document, what is known besides, and what must come out. Expectations are written by hand, never computed. */
export interface Vector {
  /** Names the file too. */
  readonly name: string;
  readonly about: string;
  readonly document: string | Uint8Array;
  /** The issuer's key, from an independent source; none when a history or nothing is pinned. */
  readonly publicKey?: string;
  readonly keyHistory?: KeyHistory;
  /** The key of the issuer's audit log, from an independent source. */
  readonly logKey?: string;
  readonly current?: Present;
  readonly expect: Expected;
}

/** Made for these vectors and for nothing else: everybody can compute them. */
export const issuer = SigningKey.fromSeed(Buffer.alloc(32, 0x11));
/** Another instance, or whoever edits a file and signs it again. */
export const stranger = SigningKey.fromSeed(Buffer.alloc(32, 0x22));
/** A key that the issuer used before. */
export const retired = SigningKey.fromSeed(Buffer.alloc(32, 0x33));

export const PIN = issuer.publicKey.base64;

const hash = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;

/** The payload that most vectors vary. */
export const payload: UnsignedPayload = {
  derivation: 'regional_delay',
  question: 'Regional carriers are later',
  verdict: 'sound',
  claim: { kind: 'comparison', roles: { group: 'carrier_type', value: 'arr_delay' }, declared: { unit: 'flight' } },
  estimate: {
    value: 3.25,
    label: 'difference of means',
    unit: 'minutes',
    interval: { level: 0.995, low: 2.5, high: 4 },
    n: 12000,
  },
  adjusted_for: ['month'],
  gates: [
    {
      name: 'reproducibility',
      verdict: 'sound',
      statistic: 0,
      threshold: 1e-9,
      n: 12000,
      seed: null,
      detail: 'both runs gave the same table',
    },
  ],
  skipped: [{ name: 'sample-ratio', reason: 'the claim declares no intended split' }],
  oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
  code: { hash: hash('a'), environment: hash('b'), source_hash: hash('c') },
  data: { hash: hash('d'), rows: 12000, inputs: { flights: hash('e') } },
  derivation_version: hash('f'),
  certified_by: { issuer: 'example', actor: 'ada' },
  run_at: '2026-03-01T10:00:00.000000Z',
  issued_at: '2026-03-01T10:00:01.123456Z',
};

/** The payload with members replaced, or left out where undefined, as any JSON: most vectors are not well formed on purpose. */
export function withMembers(over: object, key: SigningKey = issuer): object {
  return parsed(JSON.stringify({ ...payload, public_key: key.publicKey.base64, ...over }));
}

/** The object or array that a text is, with members of any name: object literals would take `__proto__` for something else. */
export function parsed(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new TypeError('neither an object nor an array');
  return value;
}

/** The payload without one of its members. */
export function withoutMember(name: keyof CertificatePayload): object {
  return Object.fromEntries(Object.entries(withMembers({})).filter(([each]) => each !== name));
}

/** Base64 of a key's signature over the canonical bytes of whatever it is. */
export function signature(content: object, key: SigningKey = issuer): string {
  return Buffer.from(key.sign(canonicalize(content))).toString('base64');
}

/** An envelope around a payload and the value of its signature. */
export function envelope(content: object, value: unknown, over: object = {}): string {
  return JSON.stringify({
    schema: 'svc.certificate/v1',
    certificate: content,
    signature: { algorithm: 'ed25519', value },
    ...over,
  });
}

/** The text of a payload that is signed as it stands, well formed or not. */
export function signed(content: object, key: SigningKey = issuer, over: object = {}): string {
  return envelope(content, signature(content, key), over);
}

/** A document that must be refused with a code. */
export function refused(
  code: string,
  name: string,
  about: string,
  document: string | Uint8Array,
  given: Pick<Vector, 'publicKey' | 'keyHistory'> = { publicKey: PIN },
): Vector {
  return { name: `${code}-${name}`, about, document, ...given, expect: { outcome: 'invalid', code } };
}
