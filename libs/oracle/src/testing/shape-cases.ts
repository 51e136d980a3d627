import { claimOf, coins, counting, letters } from '../calibrate/plants/planted';
import { checkContract } from '../contract/check-contract';
import { normalDraw } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import type { InquiryInput } from '../verdict/inquiry';
import { type Columns, type GateCase, comparison, groups, inquire, kase, pair, plain } from './gate-case';

const table = (): Columns => ({ id: counting(30), value: counting(30) });
const contractOf = (maximum: number): InquiryInput['contract'] =>
  checkContract(
    {
      specVersion: '1.1',
      kind: 'DataContract',
      fields: [{ name: 'value', type: 'integer', constraints: { maximum } }],
    },
    tableFromColumns(table()),
  );

/** Cases of the gates that look at rows and values. */
export const SHAPE_CASES: readonly GateCase[] = [
  kase('claim-fits-data', 'inconclusive', 'text where numbers are needed', () =>
    inquire({ group: ['A', 'B', 'A'], value: ['x', 'y', 'z'] }, comparison()),
  ),
  kase('claim-fits-data', 'sound', 'two groups of numbers', (random) => inquire(groups(60, 1, random), comparison())),
  kase('reproducibility', 'unsound', 'different outputs', () =>
    inquire(table(), claimOf('table', {}), { reproducibility: { identical: false, detail: '3 rows differ' } }),
  ),
  kase('reproducibility', 'inconclusive', 'a table not run twice', () => inquire(table(), claimOf('table', {}))),
  kase('reproducibility', 'sound', 'equal outputs', () =>
    inquire(table(), claimOf('table', {}), { reproducibility: { identical: true, tolerance: 1e-9, detail: 'equal' } }),
  ),
  kase('contract', 'unsound', 'a broken clause', () =>
    inquire(table(), claimOf('table', {}), { contract: contractOf(5) }),
  ),
  kase('contract', 'sound', 'all clauses hold', () =>
    inquire(table(), claimOf('table', {}), { contract: contractOf(29) }),
  ),
  kase('contract', 'inconclusive', 'a table without a contract', () => inquire(table(), claimOf('table', {}))),
  kase('sample-size', 'inconclusive', '12 rows for a slope', plain('association', 12, 9)),
  kase('sample-size', 'inconclusive', 'four rows in a group', () =>
    inquire(
      { group: letters(Float64Array.from({ length: 40 }, (_, i) => (i < 4 ? 1 : 0))), value: counting(40) },
      comparison(),
    ),
  ),
  kase('sample-size', 'sound', '25 rows for a slope', plain('association', 25, 9)),
  ...pair('missing-values', 'missing not at random', 'inconclusive'),
  ...pair('missing-values', 'a little more missing on one side', 'inconclusive'),
  ...pair('missing-values', 'other rows missing on each side', 'inconclusive'),
  kase('missing-values', 'inconclusive', 'half of the values missing', (random) => {
    const { group, value } = groups(400, 1, random);
    return inquire(
      { group: group ?? [], value: Array.from(value ?? [], (v, i) => (Math.floor(i / 2) % 2 === 0 ? null : v)) },
      comparison(),
    );
  }),
  kase('missing-values', 'inconclusive', 'a level missing where another column says', (random) => {
    const site = coins(400, random);
    return inquire(
      { site, value: Array.from(site, (s) => (s === 1 && random() < 0.5 ? null : 1 + normalDraw(random))) },
      claimOf('level', { value: 'value', threshold: 0 }),
    );
  }),
  kase('copied-rows', 'inconclusive', 'copies among zeros', (random) => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      g: i % 2 === 0 ? 'A' : 'B',
      v: random() < 0.1 ? 0 : Math.exp(normalDraw(random)),
    })).flatMap((row, i) => (i % 5 === 0 ? [row] : [row, row, row]));
    return inquire({ group: rows.map((r) => r.g), value: rows.map((r) => r.v) }, comparison());
  }),
  kase('copied-rows', 'sound', 'a table of counts loaded twice, judged once', (random) => {
    const rows = Array.from({ length: 300 }, () => ({
      g: random() < 0.5 ? 'A' : 'B',
      s: Math.floor(6 * random()),
      v: random() < 0.5 ? 1 : 0,
    })).flatMap((row) => [row, row]);
    return inquire(
      { group: rows.map((r) => r.g), segment: rows.map((r) => r.s), value: rows.map((r) => r.v) },
      comparison(),
    );
  }),
  kase('copied-rows', 'sound', 'no copies', (random) => inquire(groups(200, 1, random), comparison())),
  ...pair('unit-change', 'unit change'),
  kase('unit-change', 'unsound', 'one group recorded in other units', (random) => {
    const x = coins(200, random);
    return inquire(
      { group: letters(x), value: x.map((side) => (side === 1 ? 1000 : 1) * Math.exp(0.3 * normalDraw(random))) },
      comparison(),
    );
  }),
  kase('unit-change', 'inconclusive', 'two units in a level', (random) =>
    inquire(
      {
        value: Float64Array.from(
          { length: 200 },
          (_, i) => (i % 5 === 0 ? 1000 : 1) * Math.exp(0.2 * normalDraw(random)),
        ),
      },
      claimOf('level', { value: 'value', threshold: 0 }),
    ),
  ),
];
