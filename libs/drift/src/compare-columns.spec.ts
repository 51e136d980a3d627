import { compareColumns } from './compare-columns';
import { categories, normals, uniforms } from './draws.fixture';
import type { Sample } from './sample';

const numbers = (values: Iterable<number>, nulls = 0): Sample => ({
  kind: 'numeric',
  values: Float64Array.from(values),
  nulls,
});
const words = (counts: ReadonlyMap<string, number>, nulls = 0): Sample => ({ kind: 'categorical', counts, nulls });
const ROUNDS = 200;
/** 5 %, and three standard errors of 200 rounds. */
const MAX_SHARE = 0.1;

describe('the test of a column', () => {
  const random = uniforms(2);
  it.each([
    [
      'kolmogorov_smirnov',
      'numbers, reference of 1,000 rows',
      numbers(normals(random, 1_000)),
      numbers(normals(random, 200)),
    ],
    ['wasserstein', 'numbers, reference of 1,001 rows', numbers(normals(random, 1_001)), numbers(normals(random, 200))],
    [
      'chi_squared',
      'categories, reference of 1,000 rows',
      words(categories(random, 1_000, [0.5, 0.5])),
      words(categories(random, 200, [0.5, 0.5])),
    ],
    [
      'jensen_shannon',
      'categories, reference of 1,001 rows',
      words(categories(random, 1_001, [0.5, 0.5])),
      words(categories(random, 200, [0.5, 0.5])),
    ],
    [
      'jensen_shannon',
      'five distinct numbers',
      numbers(Array.from({ length: 2_000 }, (_, i) => i % 5)),
      numbers(Array.from({ length: 200 }, (_, i) => i % 4)),
    ],
    [
      'wasserstein',
      'six distinct numbers of which each sample has five',
      numbers(Array.from({ length: 2_000 }, (_, i) => i % 5)),
      numbers(Array.from({ length: 200 }, (_, i) => 1 + (i % 5))),
    ],
  ])('is %s for %s', (test, _, reference, current) => {
    expect(compareColumns(reference, current).test).toBe(test);
  });

  it('is refused where a column has changed its type', () => {
    const random = uniforms(3);
    expect(() => compareColumns(numbers(normals(random, 50)), words(categories(random, 50, [1])))).toThrow(
      'numeric in one sample and categorical in the other',
    );
  });
});

describe('a column without drift', () => {
  it.each([
    [100, 100],
    [1_000, 5_000],
    [10_000, 40],
    [10_000, 400],
    [2_000, 8_000],
  ])('is seldom said to drift: numbers, %d rows of reference and %d now', (n, m) => {
    const random = uniforms(n + m);
    const drifted = Array.from({ length: ROUNDS }, () =>
      compareColumns(numbers(normals(random, n)), numbers(normals(random, m))),
    ).filter(({ verdict }) => verdict === 'drift').length;
    expect(drifted / ROUNDS).toBeLessThanOrEqual(MAX_SHARE);
  });

  it.each([
    [100, 100],
    [10_000, 40],
    [10_000, 400],
  ])('is seldom said to drift: categories, %d rows of reference and %d now', (n, m) => {
    const random = uniforms(n + m + 1);
    const shares = [0.4, 0.3, 0.2, 0.05, 0.03, 0.02];
    const drifted = Array.from({ length: ROUNDS }, () =>
      compareColumns(words(categories(random, n, shares)), words(categories(random, m, shares))),
    ).filter(({ verdict }) => verdict === 'drift').length;
    expect(drifted / ROUNDS).toBeLessThanOrEqual(MAX_SHARE);
  });
});

describe('a column that moved', () => {
  const random = uniforms(5);
  const reference = numbers(normals(random, 5_000));

  it('drifts when it moved by half a deviation', () => {
    expect(compareColumns(reference, numbers(normals(random, 1_000, 0.5)))).toMatchObject({
      verdict: 'drift',
      test: 'wasserstein',
      threshold: 0.1,
    });
  });

  it('does not drift by a trifle, however many rows show it', () => {
    expect(compareColumns(reference, numbers(normals(random, 200_000, 0.03))).verdict).toBe('stable');
  });

  it('is measured in its own deviations: another unit changes nothing', () => {
    const now = normals(random, 500, 0.3);
    const scaled = (factor: number): number =>
      compareColumns(
        numbers(reference.kind === 'numeric' ? reference.values.map((value) => value * factor) : []),
        numbers(now.map((value) => value * factor)),
      ).statistic ?? NaN;
    expect(scaled(1e-9)).toBeCloseTo(scaled(1), 9);
    expect(scaled(1e9)).toBeCloseTo(scaled(1), 9);
  });

  it('is inconclusive while chance alone may move so few rows as far', () => {
    const few = compareColumns(reference, numbers(normals(random, 40, 0.2)));
    expect(few).toMatchObject({ verdict: 'inconclusive', test: 'wasserstein' });
    expect(few.reason).toContain('chance alone');
  });

  it('is inconclusive below 30 rows, whatever they say', () => {
    expect(compareColumns(reference, numbers(normals(random, 29, 50)))).toMatchObject({
      verdict: 'inconclusive',
      test: null,
      statistic: null,
      reason: 'It needs 30 rows with a value in each sample; there are 5000 and 29.',
    });
  });

  it('does not drift by one row of a new category', () => {
    const before = words(
      new Map([
        ['a', 500],
        ['b', 400],
      ]),
    );
    expect(
      compareColumns(
        before,
        words(
          new Map([
            ['a', 50],
            ['b', 40],
            ['c', 1],
          ]),
        ),
      ).verdict,
    ).toBe('stable');
  });

  it('drifts from one constant to another', () => {
    const constant = (value: number, n: number): Sample => numbers(new Float64Array(n).fill(value));
    expect(compareColumns(constant(1, 5_000), constant(2, 100)).verdict).toBe('drift');
    expect(compareColumns(constant(1, 5_000), constant(1, 100)).verdict).toBe('stable');
  });

  it('drifts from a constant to many values', () => {
    const before = numbers(new Float64Array(5_000).fill(3));
    expect(compareColumns(before, numbers(normals(random, 100, 3))).verdict).toBe('drift');
  });
});

describe('missing values', () => {
  const random = uniforms(6);

  it('drift by themselves when their share moves by ten points, and the reason says so', () => {
    const found = compareColumns(numbers(normals(random, 5_000)), numbers(normals(random, 400), 100));
    expect(found).toMatchObject({ verdict: 'drift', current: { n: 400, nulls: 100 } });
    expect(found.reason).toBe('20.0 % of the values are missing; in the reference 0.0 % were.');
  });

  it('drift when nothing else is left', () => {
    expect(compareColumns(numbers(normals(random, 5_000)), numbers([], 500)).verdict).toBe('drift');
  });

  it('do not drift by a few in few rows', () => {
    expect(compareColumns(numbers(normals(random, 100), 5), numbers(normals(random, 28), 3)).verdict).toBe(
      'inconclusive',
    );
    expect(compareColumns(numbers(normals(random, 500), 25), numbers(normals(random, 40), 5)).verdict).toBe('stable');
  });
});
