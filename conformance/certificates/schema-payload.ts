import fc from 'fast-check';
import { PIN } from './vector';

/** Any Unicode text: what a schema calls a string. */
const text = fc.string({ unit: 'binary', maxLength: 12 });
/** Finite doubles of every size, and the small integers that they are most often. */
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const count = fc.maxSafeNat();
const reason = text.map((it) => `r${it}`);
const orNull = <T>(it: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(it, { nil: null });
const digest = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
  .map((it) => `sha256:${it.join('')}`);
const verdict = fc.constantFrom('sound', 'unsound', 'inconclusive');
const named = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> => fc.dictionary(text, of, { maxKeys: 4 });
const time = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((it) => it.toISOString().replace('Z', '042Z'));
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });

/** Any payload that the schema of certificates takes, members of later versions included. */
export const schemaPayload = fc.record({
  derivation: text,
  question: text,
  verdict,
  claim: fc.record({
    kind: reason,
    roles: named(fc.oneof(text, number, fc.array(text, { maxLength: 3 }))),
    declared: named(json),
  }),
  estimate: orNull(
    fc.record({
      value: number,
      label: text,
      unit: orNull(text),
      interval: orNull(fc.record({ level: number, low: number, high: number })),
      n: count,
      added: json,
    }),
  ),
  adjusted_for: fc.array(text, { maxLength: 4 }),
  gates: fc.array(
    fc.record({
      name: text,
      verdict,
      statistic: orNull(number),
      threshold: orNull(number),
      n: orNull(count),
      seed: orNull(text),
      detail: text,
      added: json,
    }),
    { maxLength: 4 },
  ),
  skipped: fc.array(fc.record({ name: text, reason }), { maxLength: 4 }),
  oracle: fc.record({
    version: text,
    policy: text,
    alpha: number,
    attempts: count,
    error_rates: orNull(text),
    looks: count,
  }),
  code: fc.record({ hash: digest, environment: digest, source_hash: digest }),
  data: fc.record({ hash: digest, rows: count, inputs: named(digest) }),
  derivation_version: digest,
  certified_by: fc.record({ issuer: text, actor: text }),
  run_at: time,
  issued_at: time,
  public_key: fc.constant(PIN),
  added: json,
});
