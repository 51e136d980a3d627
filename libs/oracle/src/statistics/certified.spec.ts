import { agreement, describeWithReference, numbersOf, referenceJson, referenceTable } from '../testing/reference-data';
import type { Table } from '../table/table';
import { levelsOf } from '../table/levels';
import { sum } from './sample/compensated-sum';
import { interval, pValue } from './distribution/contrast';
import { chiSquareTail, fisherTail } from './distribution/distributions';
import { classicalError, leastSquares } from './regression/least-squares';
import { lagOneAutocorrelation, moments } from './sample/moments';
import {
  type GroupTest,
  splitByGroup,
  chiSquareShares,
  chiSquareTable,
  welchAnova,
} from './comparison/variance-analysis';
import { meanContrast, welchContrast } from './comparison/welch';

/** Classical one-way analysis of variance, of which there are reference values; equal variances assumed. */
function oneWayAnova(groups: readonly Float64Array[]): GroupTest & { between: number; within: number } {
  const parts = groups.map(moments);
  const n = sum(parts.map((m) => m.n));
  const grand = sum(parts.map((m) => m.n * m.mean)) / n;
  const between = sum(parts.map((m) => m.n * (m.mean - grand) ** 2));
  const within = sum(parts.map((m) => m.squares));
  const df: [number, number] = [groups.length - 1, n - groups.length];
  const statistic = between / df[0] / (within / df[1]);
  return { statistic, df, p: fisherTail(statistic, ...df), between, within };
}

interface Regression {
  readonly beta: readonly string[];
  readonly se: readonly string[];
  readonly rsd?: string;
  readonly min_lre?: { readonly beta: number; readonly se: number };
}

function isRegression(value: unknown): value is Regression {
  return typeof value === 'object' && value !== null && 'beta' in value && 'se' in value;
}

function certified(name: string): Regression {
  const all = referenceJson('reference', 'certified.json');
  const found: unknown =
    typeof all === 'object' && all !== null ? Object.entries(all).find(([key]) => key === name)?.[1] : undefined;
  if (!isRegression(found)) throw new Error(`no regression "${name}"`);
  return found;
}

const ones = (table: Table): Float64Array => new Float64Array(table.rowCount).fill(1);
const powers = (table: Table, degree: number): Float64Array[] =>
  Array.from({ length: degree }, (_, i) => numbersOf(table, 'x').map((x) => x ** (i + 1)));

const DESIGNS: Readonly<Record<string, (table: Table) => Float64Array[]>> = {
  norris: (t) => [ones(t), ...powers(t, 1)],
  pontius: (t) => [ones(t), ...powers(t, 2)],
  longley: (t) => [ones(t), ...[1, 2, 3, 4, 5, 6].map((i) => numbersOf(t, `x${i}`))],
  noint1: (t) => powers(t, 1),
  noint2: (t) => powers(t, 1),
  filip: (t) => [ones(t), ...powers(t, 10)],
  wampler4: (t) => [ones(t), ...powers(t, 5)],
};

describeWithReference('least squares reproduces certified data', () => {
  it.each(Object.keys(DESIGNS))('%s to its stated digits', async (name) => {
    const table = await referenceTable(name);
    const { beta, se, rsd, min_lre: digits } = certified(name);
    const fit = leastSquares(DESIGNS[name]?.(table) ?? [], numbersOf(table, 'y'));
    beta.forEach((value, i) =>
      expect(agreement(fit.coefficients[i] ?? NaN, Number(value))).toBeGreaterThan(digits?.beta ?? 9),
    );
    se.forEach((value, i) => expect(agreement(classicalError(fit, i), Number(value))).toBeGreaterThan(digits?.se ?? 9));
    if (rsd !== undefined)
      expect(agreement(Math.sqrt(fit.residualSquares / fit.residualDf), Number(rsd))).toBeGreaterThan(6);
    expect(fit.basis.aliased).toEqual([]);
  });

  it.each([
    ['wampler1', 1],
    ['wampler2', 10],
  ])('%s, a perfect fit, without dividing by its zero error', (name, scale) => {
    const x = Float64Array.from({ length: 21 }, (_, i) => i);
    const y = x.map((value) => [0, 1, 2, 3, 4, 5].reduce((total, j) => total + (value / scale) ** j, 0));
    const fit = leastSquares(
      [0, 1, 2, 3, 4, 5].map((j) => x.map((value) => value ** j)),
      y,
    );
    certified(name).beta.forEach((value, i) => {
      expect(agreement(fit.coefficients[i] ?? NaN, Number(value))).toBeGreaterThan(6);
      expect(classicalError(fit, i)).toBeLessThan(1e-9);
    });
  });

  it('is scale-free: a column times 1e±9 changes its coefficient by exactly that factor and no p value', async () => {
    const table = await referenceTable('longley');
    const columns = DESIGNS.longley?.(table) ?? [];
    const plain = leastSquares(columns, numbersOf(table, 'y'));
    const scaled = leastSquares(
      columns.map((column, i) => column.map((value) => value * (i % 2 === 0 ? 1 : 1e9))),
      numbersOf(table, 'y').map((y) => y * 1e-9),
    );
    columns.forEach((_, i) => {
      const t = (fit: typeof plain): number => (fit.coefficients[i] ?? NaN) / classicalError(fit, i);
      expect(agreement(t(scaled), t(plain))).toBeGreaterThan(8);
    });
  });
});

describeWithReference('means and variances reproduce certified data', () => {
  it.each([
    [1.2, 14],
    [1_000_000.2, 9],
    [10_000_000.2, 8],
  ])('NumAcc around %d: standard deviation and lag-1 autocorrelation to %d digits', (c, digits) => {
    const values = Float64Array.from({ length: 1001 }, (_, i) => (i === 0 ? c : i % 2 === 1 ? c - 0.1 : c + 0.1));
    const m = moments(values);
    expect(agreement(m.mean, c)).toBeGreaterThan(14);
    expect(agreement(Math.sqrt(m.variance), 0.1)).toBeGreaterThanOrEqual(digits - 1);
    expect(agreement(lagOneAutocorrelation(values), -0.999)).toBeGreaterThanOrEqual(digits - 1);
  });

  it.each([1, 1e6, 1e12].flatMap((base) => [21, 201, 2001].map((n) => [base, n] as const)))(
    'SmLs with base %d and %d values per group',
    (base, n) => {
      const groups = Array.from({ length: 9 }, (_, g) => {
        const c = base + (g === 0 ? 0.4 : g % 2 === 1 ? 0.3 : 0.5);
        return Float64Array.from({ length: n }, (_, i) => (i === 0 ? c : i % 2 === 1 ? c - 0.1 : c + 0.1));
      });
      const digits = base === 1 ? 9 : base === 1e6 ? 4 : 2;
      expect(agreement(oneWayAnova(groups).statistic, n)).toBeGreaterThan(digits);
    },
  );

  it('SiRstv', async () => {
    const table = await referenceTable('sirstv');
    const group = table.column('group');
    const codes = group === undefined ? null : levelsOf(group, 10)?.codes;
    const test = oneWayAnova(splitByGroup(numbersOf(table, 'y'), codes ?? new Int32Array(), 5));
    expect(agreement(test.statistic, 1.18046237440255)).toBeGreaterThan(9);
    expect(test.df).toEqual([4, 20]);
    expect(agreement(test.between, 5.11462616e-2)).toBeGreaterThan(8);
    expect(agreement(test.within, 2.1663656e-1)).toBeGreaterThan(8);
  });

  it('PlantGrowth and iris', async () => {
    const plant = await referenceTable('plantgrowth');
    const group = plant.column('group');
    const codes = group === undefined ? null : levelsOf(group, 10)?.codes;
    const test = oneWayAnova(splitByGroup(numbersOf(plant, 'weight'), codes ?? new Int32Array(), 3));
    expect(test.statistic).toBeCloseTo(4.8460879, 6);
    expect(test.p).toBeCloseTo(0.01590996, 7);
    const iris = await referenceTable('iris');
    const species = iris.column('Species');
    const parts = splitByGroup(
      numbersOf(iris, 'Sepal.Length'),
      (species === undefined ? null : levelsOf(species, 5)?.codes) ?? new Int32Array(),
      3,
    );
    expect(oneWayAnova(parts).statistic).toBeCloseTo(119.264502, 5);
    expect(welchAnova(parts.map(moments)).p).toBeLessThan(1e-20);
  });
});

describeWithReference('classic comparisons', () => {
  it('LaLonde: Welch, pooled and adjusted', async () => {
    const table = await referenceTable('lalonde_nsw');
    const [treat, y] = [numbersOf(table, 'treat'), numbersOf(table, 're78')];
    const welch = welchContrast(y, treat);
    expect(welch.value).toBeCloseTo(1794.342382, 4);
    expect(welch.error).toBeCloseTo(670.996544, 4);
    expect(welch.df).toBeCloseTo(307.132494, 4);
    expect(pValue(welch)).toBeCloseTo(0.00789298, 7);
    const pooled = leastSquares([ones(table), treat], y);
    expect(classicalError(pooled, 1)).toBeCloseTo(632.853392, 4);
    const covariates = ['age', 'educ', 'black', 'hisp', 'marr', 'nodegree', 're74', 're75'].map((name) =>
      numbersOf(table, name),
    );
    const adjusted = leastSquares([ones(table), treat, ...covariates], y);
    expect(adjusted.coefficients[1]).toBeCloseTo(1676.342625, 4);
    expect(classicalError(adjusted, 1)).toBeCloseTo(638.682015, 4);
  });

  it('LaLonde with the PSID comparison group', async () => {
    const table = await referenceTable('lalonde_psid614');
    const [treat, y] = [numbersOf(table, 'treat'), numbersOf(table, 're78')];
    const welch = welchContrast(y, treat);
    expect(welch.value).toBeCloseTo(-635.026212, 4);
    expect(pValue(welch)).toBeCloseTo(0.34907666, 7);
  });

  it('sleep: paired and unpaired', async () => {
    const table = await referenceTable('sleep');
    const [group, extra] = [numbersOf(table, 'group'), numbersOf(table, 'extra')];
    const paired = meanContrast(
      Float64Array.from({ length: 10 }, (_, i) => (extra[i] ?? NaN) - (extra[i + 10] ?? NaN)),
    );
    expect(paired.value / paired.error).toBeCloseTo(-4.0621277, 6);
    expect(pValue(paired)).toBeCloseTo(0.00283289, 7);
    const welch = welchContrast(
      extra,
      group.map((g) => g - 1),
    );
    expect(welch.value / welch.error).toBeCloseTo(1.8608135, 6);
    expect(welch.df).toBeCloseTo(17.776474, 5);
    expect(interval(welch).low).toBeLessThan(0);
  });

  it('Anscombe: slope, correlation and p of each set', async () => {
    const table = await referenceTable('anscombe');
    const [set, x, y] = ['set', 'x', 'y'].map((name) => numbersOf(table, name));
    [0.5000909, 0.5, 0.4997273, 0.4999091].forEach((slope, i) => {
      const of = (values: Float64Array | undefined): Float64Array =>
        (values ?? new Float64Array()).filter((_, row) => set?.[row] === i + 1);
      const fit = leastSquares([new Float64Array(11).fill(1), of(x)], of(y));
      expect(fit.coefficients[1]).toBeCloseTo(slope, 6);
    });
  });

  it('Berkeley admissions: pooled χ²', () => {
    const men = [1198, 1493];
    const women = [557, 1278];
    expect(chiSquareTable([men, women]).statistic).toBeCloseTo(92.20528, 4);
    expect(
      chiSquareTable([
        [512, 313],
        [89, 19],
      ]).statistic,
    ).toBeCloseTo(17.248013, 5);
  });

  it('sample ratio: published counts', () => {
    expect(chiSquareShares([821588, 815482], [0.5, 0.5]).statistic).toBeCloseTo(22.774369, 5);
    expect(chiSquareShares([821588, 815482], [0.5, 0.5]).p).toBeCloseTo(1.821793e-6, 11);
    expect(chiSquareShares([1003000, 997000], [0.5, 0.5]).p).toBeCloseTo(2.20905e-5, 9);
    expect(chiSquareTail(18, 1)).toBeCloseTo(2.20905e-5, 9);
  });
});

describe('compensated sums', () => {
  it('do not lose small terms beside large ones', () => {
    expect(sum([1e16, 1, -1e16, 1])).toBe(2);
  });
});
