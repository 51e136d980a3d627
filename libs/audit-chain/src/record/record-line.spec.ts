import fc from 'fast-check';
import type { AuditEntry as WireEntry } from '@svc/contracts';
import { casesOf } from '@svc/testing';
import { wellFormedString } from '../../test/json-arbitrary';
import { entry, idOf } from '../../test/sample-log';
import { canonicalText } from '../canonical-json/canonicalize';
import type { AuditEntry } from './audit-record';
import { readLink } from '../log/segment/chain-link';
import { decodeLine, encodeLine, lineHash, NO_LINE, requireEntry } from './record-line';

/** What the gateway sends is what the log takes: this does not compile otherwise. */
const fromWire = (wire: WireEntry): AuditEntry => wire;

const scalar = fc.oneof(
  wellFormedString,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);

const anyEntry: fc.Arbitrary<AuditEntry> = fc.record({
  id: fc.nat().map(idOf),
  at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456Z'),
  actor: wellFormedString,
  action: wellFormedString,
  method: fc.constantFrom('GET', 'POST', '-'),
  route: wellFormedString,
  target: fc.option(fc.record({ type: wellFormedString, name: wellFormedString })),
  outcome: fc.constantFrom('ok', 'refused', 'error'),
  status: fc.nat(599),
  duration_us: fc.nat(),
  trace_id: wellFormedString,
  detail: fc.dictionary(
    fc.oneof(wellFormedString, fc.constantFrom('prev', 'seq', 'id', 'method')),
    fc.oneof(scalar, fc.constantFrom(',"prev":"', ',"seq":')),
    { maxKeys: 5, noNullPrototype: true },
  ),
});

describe('a line of the log', () => {
  it('is the canonical JSON of its record', () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(), (each, seq) => {
        const line = encodeLine(each, seq, NO_LINE);
        expect(line).toBe(canonicalText({ ...each, v: 1, seq, prev: NO_LINE }));
        expect(decodeLine(line)).toEqual(JSON.parse(line));
      }),
      { numRuns: casesOf(1000) },
    );
  });

  it('says where it stands without being parsed, whatever it carries', () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(), (each, seq) => {
        const prev = lineHash(each.id);
        expect(readLink(Buffer.from(encodeLine(each, seq, prev)).toString('latin1'))).toEqual({ seq, prev });
      }),
      { numRuns: casesOf(1000) },
    );
  });

  it('has the members of the decided format, and no more', () => {
    expect(Object.keys(JSON.parse(encodeLine(fromWire({ ...entry(1), detail: {} }), 1, NO_LINE)))).toEqual([
      'action',
      'actor',
      'at',
      'detail',
      'duration_us',
      'id',
      'method',
      'outcome',
      'prev',
      'route',
      'seq',
      'status',
      'target',
      'trace_id',
      'v',
    ]);
  });

  it.each([
    ['white space', ' '],
    ['nothing', ''],
    ['another order of members', '{"v":1,"action":"x"}'],
    ['an unfinished line', encodeLine(entry(1), 1, NO_LINE).slice(0, -1)],
    ['a number spelled otherwise', encodeLine(entry(1), 1, NO_LINE).replace('"status":200', '"status":2e2')],
  ])('is none with %s', (_, line) => {
    expect(decodeLine(line)).toBeNull();
  });
});

describe('an entry', () => {
  it.each<[string, Partial<AuditEntry>, string]>([
    ['an id that is no UUID', { id: 'x' }, '/id'],
    ['half a surrogate pair', { actor: '\ud800' }, 'surrogate'],
    ['half a surrogate pair in a member name', { detail: { '\udfff': 1 } }, 'surrogate'],
    ['a time with an offset', { at: '2026-01-01T00:00:00+01:00' }, '/at'],
    ['a day that no month has', { at: '2026-13-41T00:00:00Z' }, '/at'],
    ['a long actor', { actor: 'a'.repeat(201) }, '/actor'],
    ['a payload where a digest belongs', { detail: { body: 'x'.repeat(201) } }, '/detail/body'],
    [
      'too many details',
      { detail: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`d${at}`, at])) },
      '/detail',
    ],
    ['a detail that is no number', { detail: { n: NaN } }, '/detail/n'],
    ['a negative duration', { duration_us: -1 }, '/duration_us'],
  ])('is refused with %s', (_, change, place) => {
    expect(() => requireEntry(entry(1, change))).toThrow(
      expect.objectContaining({ code: 'invalid-entry', message: expect.stringContaining(place) }),
    );
  });

  it('makes a line below 64 KiB whatever its members hold', () => {
    const worst = '\u0001'.repeat(200);
    const detail = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`${at}`.padEnd(50, '\u0001'), worst]));
    const largest = entry(1, {
      actor: worst,
      action: worst.slice(100),
      route: worst,
      target: { type: worst.slice(150), name: worst },
      trace_id: worst.slice(136),
      detail,
    });
    requireEntry(largest);
    expect(Buffer.byteLength(encodeLine(largest, 2 ** 52, NO_LINE))).toBeLessThan(65_536);
  });
});
