import * as fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { CLAIM_KINDS } from '../claim/claim';
import { claimKinds } from '../claim/claim-kinds';
import { parseClaim } from '../claim/parse-claim';
import { tableFromColumns } from '../table/table-from-columns';
import { attest } from './attest';

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;

const column = (n: number): fc.Arbitrary<unknown[]> => {
  const of = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
    fc.array(fc.option(value, { nil: null, freq: 12 }), { minLength: n, maxLength: n });
  return fc.oneof(
    of(fc.double({ noNaN: false })),
    of(fc.integer({ min: 0, max: 3 })),
    of(fc.constantFrom(0, 1)),
    of(fc.constantFrom('A', 'B')),
    of(fc.boolean()),
    of(fc.constantFrom('2024-01-01', '2024-01-02', '2024-01-03')),
    of(fc.string({ maxLength: 3 })),
    of(fc.constant(7)),
  );
};

const columns = fc.integer({ min: 0, max: 60 }).chain((n) => fc.tuple(...NAMES.map(() => column(n))));
const facts = fc.record(
  {
    pre_treatment: fc.subarray([...NAMES]),
    post_treatment: fc.subarray([...NAMES], { maxLength: 1 }),
    negative_controls: fc.subarray([...NAMES], { maxLength: 1 }),
    unit: fc.constantFrom(...NAMES),
    cluster: fc.constantFrom(...NAMES),
    direction: fc.constantFrom('>', '<', 'B>A'),
    threshold: fc.double({ noNaN: true, noDefaultInfinity: true }),
    margin: fc.double({ min: 0.01, max: 10, noNaN: true }),
    intended_split: fc.constantFrom([0.5, 0.5], [9, 1], { A: 1, B: 1 }),
    planned_rows: fc.integer({ min: 1, max: 100 }),
    looks: fc.integer({ min: 1, max: 5 }),
    family: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.subarray([...NAMES], { minLength: 1 })),
    units_started: fc.integer({ min: 1, max: 100 }),
    raw_category: fc.constantFrom(...NAMES),
    goal_metric: fc.constantFrom(...NAMES),
    prediction_time: fc.constantFrom(...NAMES),
    treatment_start: fc.constantFrom(...NAMES, 2),
  },
  { requiredKeys: [] },
);

describe('attest', () => {
  it('judges any table and any claim that parses without a gate throwing, into JSON without holes', () => {
    fc.assert(
      fc.property(
        columns,
        fc.constantFrom(...CLAIM_KINDS),
        fc.array(fc.constantFrom(...NAMES), { minLength: 12, maxLength: 12 }),
        facts,
        (values, kind, picks, declared) => {
          const table = tableFromColumns(Object.fromEntries(NAMES.map((name, i) => [name, values[i] ?? []])));
          const roles = Object.fromEntries(
            Object.entries(claimKinds[kind].roles).map(([role, { takes }], i) => [
              role,
              takes === 'number' ? 0.5 : takes === 'columns' ? [picks[i]] : picks[i],
            ]),
          );
          const parsed = parseClaim({ question: 'B raises it', kind, roles, declared }, table.names);
          if (!parsed.ok) return;
          const found = attest({ table, claim: parsed.claim });
          expect(found.gates.filter((gate) => gate.detail.startsWith('the gate failed'))).toEqual([]);
          expect(JSON.parse(JSON.stringify(found))).toEqual(found);
          expect(found.reason.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: casesOf(300) },
    );
  });
});
