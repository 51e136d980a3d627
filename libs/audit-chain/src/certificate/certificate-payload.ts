import { instant } from '../shape/instant';
import {
  anyObject,
  array,
  either,
  integer,
  literal,
  nullable,
  number,
  object,
  record,
  string,
  type ShapeOf,
} from '../shape/shape';

const digest = string('"sha256:" and 64 hex digits', /^sha256:[0-9a-f]{64}$/);
const microseconds = instant('RFC 3339 in UTC with microseconds', /\.\d{6}/);
const reason = string('a reason in words', /\S/);
const verdict = literal('sound', 'unsound', 'inconclusive');

const estimate = object({
  value: number(),
  label: string(),
  unit: nullable(string()),
  interval: nullable(object({ level: number(), low: number(), high: number() })),
  n: integer(0),
});

const gate = object({
  name: string(),
  verdict,
  statistic: nullable(number()),
  threshold: nullable(number()),
  n: nullable(integer(0)),
  seed: nullable(either(string(), integer())),
  detail: nullable(string()),
});

/** The payload of `svc.certificate/v1`: every key present, null where unknown, further members kept. */
export const certificatePayload = object({
  derivation: string(),
  question: string(),
  verdict,
  claim: object({
    kind: string(),
    roles: record(either(string(), either(number(), array(string())))),
    declared: anyObject(),
  }),
  estimate: nullable(estimate),
  adjusted_for: array(string()),
  gates: array(gate),
  skipped: array(object({ name: string(), reason })),
  oracle: object({
    version: string(),
    policy: string(),
    alpha: number(),
    attempts: integer(0),
    error_rates: nullable(string()),
  }),
  code: object({ hash: digest, environment: nullable(digest), source_hash: nullable(digest) }),
  data: object({ hash: digest, rows: nullable(integer(0)), inputs: record(digest) }),
  derivation_version: digest,
  certified_by: object({ issuer: string(), actor: string() }),
  run_at: microseconds,
  issued_at: microseconds,
  public_key: string(),
});

/** What a certificate states: verdict, gates run and skipped, estimate, identity of code and data, who, when, key. */
export type CertificatePayload = ShapeOf<typeof certificatePayload>;

/** A payload before it is signed: the key that signs puts itself in. */
export type UnsignedPayload = Omit<CertificatePayload, 'public_key'>;
