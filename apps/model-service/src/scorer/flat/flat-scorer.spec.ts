import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { compileFlat, predictionOf } from './flat-scorer';

const MIN_ROWS = 1000;
const MAX_DIFFERENCE = 1e-9;

const cell = z.union([z.number(), z.boolean(), z.string(), z.null()]);
const doubles = z.string().transform((text) => {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
});
/** Written by `python/engine_tests/write_flat_vectors.py` from answers of LightGBM, XGBoost and scikit-learn themselves. */
const vectors = z
  .object({
    columns: z.record(z.string(), z.array(cell)),
    cases: z.array(
      z.object({ name: z.string(), kind: z.string(), scorer: z.json(), epoch: doubles, answers: doubles }),
    ),
  })
  .parse(
    JSON.parse(
      gunzipSync(readFileSync(join(__dirname, '../../../test/vectors/flat-scorers.json.gz'))).toString('utf8'),
    ),
  );

describe('the flat scorer answers as the libraries do', () => {
  it.each(vectors.cases)('$name', ({ scorer, kind, epoch, answers }) => {
    const flat = compileFlat(scorer);
    const width = flat.classes?.length ?? 1;
    const values = flat.inputs.map(({ name }) =>
      name === 'epoch' ? epoch.map((it) => (Number.isNaN(it) ? null : it)) : (vectors.columns[`${kind} ${name}`] ?? []),
    );
    let largest = 0;
    const flips: number[] = [];
    for (let row = 0; row < epoch.length; row += 1) {
      const ours = flat.answer(values.map((it) => it[row] ?? null));
      const theirs = answers.slice(row * width, (row + 1) * width);
      ours.forEach((it, i) => (largest = Math.max(largest, Math.abs(it - (theirs[i] ?? NaN)))));
      if (flat.classes !== null && predictionOf(ours, flat.classes) !== predictionOf(theirs, flat.classes))
        flips.push(row);
    }
    expect(epoch.length).toBeGreaterThanOrEqual(MIN_ROWS);
    expect(flips).toEqual([]);
    expect(largest).toBeLessThanOrEqual(MAX_DIFFERENCE);
  });

  it('is compared on gaps, unseen categories and values beside thresholds', () => {
    expect(vectors.cases.length).toBe(21);
    for (const it of ['number', 'city', 'flag', 'moment']) expect(vectors.columns[`binary ${it}`]).toContain(null);
  });
});

/** `x <= 1` says 2, else 3. */
const stump = {
  output: 0,
  feature: [0, -1, -1],
  threshold: [1, 0, 0],
  left: [1, 0, 0],
  right: [2, 0, 0],
  missing: [2, 0, 0],
  sets: [null, null, null],
  value: [0, 2, 3],
};
const rules = { kind: 'trees', input: 'float64', compare: '<=', sum: 'float64', base: [0], divide: 1 };
const documentOf = (tree: object, more: object = {}) => ({
  version: 1,
  task: 'regression',
  classes: null,
  inputs: [{ name: 'x', kind: 'number' }],
  columns: [{ input: 0, op: 'value' }],
  members: [{ weight: 1, link: 'identity', columns: [0], model: { ...rules, trees: [tree] } }],
  ...more,
});

describe('a document from an engine', () => {
  it('is walked', () => {
    const flat = compileFlat(documentOf(stump));
    expect([1, 1.5, null].map((x) => flat.answer([x]))).toEqual([[2], [3], [3]]);
  });

  it.each<[string, unknown]>([
    ['is no object', 'x'],
    ['is of another version', { ...documentOf(stump), version: 2 }],
    ['has a node that leads back to itself', documentOf({ ...stump, left: [0, 0, 0] })],
    ['has two ways to a node', documentOf({ ...stump, right: [1, 0, 0] })],
    ['has a child that does not exist', documentOf({ ...stump, left: [7, 0, 0] })],
    ['has arrays of different lengths', documentOf({ ...stump, threshold: [1] })],
    ['reads a feature that does not exist', documentOf({ ...stump, feature: [1, -1, -1] })],
    ['reads a column that does not exist', documentOf(stump, { columns: [{ input: 3, op: 'value' }] })],
    ['adds to a score that does not exist', documentOf({ ...stump, output: 1 })],
    ['has leaves of several numbers for one score', documentOf({ ...stump, value: [0, [1, 2], 3] })],
    ['answers fewer scores than there are classes', documentOf(stump, { classes: ['a', 'b'] })],
    ['has numbers that are none', documentOf({ ...stump, threshold: ['1', 0, 0] })],
  ])('that %s is refused', (_, document) => {
    expect(() => compileFlat(document)).toThrow(expect.objectContaining({ name: 'BadScorer' }));
  });
});
