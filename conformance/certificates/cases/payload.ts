import { payload, refused, signed, type Vector, withMembers, withoutMember } from '../vector';

const vector = (name: string, about: string, content: object): Vector => refused('malformed-payload', name, `${about} It is signed as it stands.`, signed(content));
const over = (name: string, about: string, members: object): Vector => vector(name, about, withMembers(members));

const [gate] = payload.gates;
const { declared: _declared, ...claimWithoutDeclared } = payload.claim;
const hash = payload.code.hash;

const MEMBERS = [
  'derivation', 'question', 'verdict', 'claim', 'estimate', 'adjusted_for', 'gates', 'skipped', 'oracle', 'code', 'data', 'derivation_version', 'certified_by', 'run_at', 'issued_at',
] as const;

export const payloadVectors: readonly Vector[] = [
  ...MEMBERS.map((name) => vector(`no-${name}`, `Without \`${name}\`: what is unknown is null, never left out.`, withoutMember(name))),
  over('verdict-unknown', 'A verdict that there is not.', { verdict: 'proven' }),
  over('verdict-capital', 'A verdict in another case.', { verdict: 'Sound' }),
  over('question-null', 'A question of null.', { question: null }),
  over('derivation-number', 'A name that is a number.', { derivation: 5 }),
  over('claim-without-declared', 'A claim that declares nothing must say so.', { claim: claimWithoutDeclared }),
  over('claim-declared-list', 'Declared facts as a list.', { claim: { ...payload.claim, declared: [] } }),
  over('role-boolean', 'A role that is a truth value.', { claim: { ...payload.claim, roles: { group: true } } }),
  over('role-list-of-numbers', 'A role that is a list of numbers.', { claim: { ...payload.claim, roles: { controls: [1] } } }),
  over('estimate-without-unit', 'An estimate without its unit, which may be null.', { estimate: { ...payload.estimate, unit: undefined } }),
  over('estimate-text', 'An estimate whose value is a text.', { estimate: { ...payload.estimate, value: '3.25' } }),
  over('estimate-interval-list', 'An interval as a list.', { estimate: { ...payload.estimate, interval: [2.5, 4] } }),
  over('estimate-negative-count', 'A count below zero.', { estimate: { ...payload.estimate, n: -1 } }),
  over('estimate-broken-count', 'A count that is not whole.', { estimate: { ...payload.estimate, n: 0.5 } }),
  over('count-true', 'A truth value for a count, which some languages take for 1.', { data: { ...payload.data, rows: true } }),
  over('statistic-false', 'A truth value for a number, which some languages take for 0.', { gates: [{ ...gate, statistic: false }] }),
  over('verdict-list', 'A list that holds the verdict.', { verdict: ['sound'] }),
  over('count-too-large', 'A count of 2^53, which stands for its neighbour too.', { data: { ...payload.data, rows: 2 ** 53 } }),
  over('gates-object', 'Gates as an object.', { gates: {} }),
  over('gate-verdict-null', 'A gate without a verdict.', { gates: [{ ...gate, verdict: null }] }),
  over('gate-without-seed', 'A gate without its seed, which may be null.', { gates: [{ ...gate, seed: undefined }] }),
  over('gate-seed-broken', 'A seed that is not whole.', { gates: [{ ...gate, seed: 0.5 }] }),
  over('gate-second', 'The second of two gates is not well formed.', { gates: [gate, { ...gate, statistic: 'large' }] }),
  over('skipped-without-reason', 'A gate skipped without a reason.', { skipped: [{ name: 'g' }] }),
  over('skipped-empty-reason', 'A gate skipped for an empty reason.', { skipped: [{ name: 'g', reason: '' }] }),
  over('skipped-blank-reason', 'A gate skipped for a reason of white space, some of it not ASCII.', { skipped: [{ name: 'g', reason: ' \t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff' }] }),
  over('alpha-text', 'A level that is a text.', { oracle: { ...payload.oracle, alpha: '0.005' } }),
  over('attempts-null', 'Attempts that were not counted.', { oracle: { ...payload.oracle, attempts: null } }),
  over('code-hash-null', 'Code without its hash.', { code: { ...payload.code, hash: null } }),
  over('hash-capital', 'A hash in capitals.', { derivation_version: hash.toUpperCase().replace('SHA256', 'sha256') }),
  over('hash-other-algorithm', 'A hash of another algorithm.', { derivation_version: `sha512:${'a'.repeat(128)}` }),
  over('hash-bare', 'A hash without its algorithm.', { derivation_version: 'a'.repeat(64) }),
  over('hash-short', 'A hash that was cut.', { derivation_version: hash.slice(0, -1) }),
  over('hash-line-feed', 'A hash with a line feed behind it.', { derivation_version: `${hash}\n` }),
  over('input-not-hash', 'An input that is named and not hashed.', { data: { ...payload.data, inputs: { flights: 'flights.csv' } } }),
  over('inputs-list', 'Inputs as a list.', { data: { ...payload.data, inputs: [hash] } }),
  over('actor-missing', 'Nobody who ran it.', { certified_by: { issuer: 'example' } }),
  over('time-milliseconds', 'A time with milliseconds.', { issued_at: '2026-03-01T10:00:01.123Z' }),
  over('time-nanoseconds', 'A time with nanoseconds.', { issued_at: '2026-03-01T10:00:01.123456789Z' }),
  over('time-offset', 'A time in another zone.', { issued_at: '2026-03-01T11:00:01.123456+01:00' }),
  over('time-lower-case', 'A time in small letters.', { issued_at: '2026-03-01t10:00:01.123456z' }),
  over('time-space', 'A space between day and time.', { issued_at: '2026-03-01 10:00:01.123456Z' }),
  over('time-line-feed', 'A time with a line feed behind it.', { issued_at: '2026-03-01T10:00:01.123456Z\n' }),
  over('time-number', 'A time in seconds since 1970.', { issued_at: 1772359201 }),
  over('time-month-13', 'A thirteenth month.', { run_at: '2026-13-01T10:00:01.123456Z' }),
  over('time-day-0', 'A day zero.', { run_at: '2026-03-00T10:00:01.123456Z' }),
  over('time-day-32', 'A thirty-second day.', { run_at: '2026-03-32T10:00:01.123456Z' }),
  over('time-hour-25', 'A twenty-fifth hour.', { run_at: '2026-03-01T25:00:00.000000Z' }),
  over('time-30-february', 'A day that no February has.', { run_at: '2024-02-30T10:00:01.123456Z' }),
  over('time-no-leap-year', 'The 29th of February in a year without one.', { run_at: '1900-02-29T10:00:01.123456Z' }),
  over('time-31-april', 'A day that April does not have.', { issued_at: '2026-04-31T10:00:01.123456Z' }),
  over('time-24', 'The end of a day, which is the beginning of the next.', { run_at: '2026-03-01T24:00:00.000000Z' }),
  over('time-second-60', 'A leap second.', { run_at: '2026-12-31T23:59:60.000000Z' }),
  over('time-other-digits', 'Digits that are not ASCII.', { run_at: '٢٠٢٦-03-01T10:00:01.123456Z' }),
];
