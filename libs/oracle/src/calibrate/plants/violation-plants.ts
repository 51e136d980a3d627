import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { autoregressive, claimOf, coins, counting, letters, normals, type Plant, planted } from './planted';

/** A recorded violation of the plain design: what a careless test would fall for. */
export interface ViolationPlant {
  readonly name: string;
  readonly kind: Parameters<typeof claimOf>[0];
  readonly plant: Plant;
}

function confounded(count: 2 | 3): Plant {
  return (n, shift, random) => {
    const w = Array.from({ length: count }, () => normals(n, random));
    const common = Float64Array.from(
      { length: n },
      (_, i) => w.reduce((total, column) => total + (column[i] ?? NaN), 0) / Math.sqrt(count),
    );
    const x = common.map((value) => 0.8 * value + 0.6 * normalDraw(random));
    const truth = shift / (0.6 * Math.sqrt(n));
    const y = x.map((value, i) => truth * value + 0.8 * (common[i] ?? NaN) + normalDraw(random));
    const columns = Object.fromEntries(w.map((column, i) => [`w${i + 1}`, column]));
    return planted(
      { x, y, ...columns },
      claimOf('effect', { x: 'x', y: 'y' }, { design: 'observational', pre_treatment: Object.keys(columns) }),
      truth,
      null,
    );
  };
}

function serialTrend(rho: number): Plant {
  return (n, shift, random) => {
    const truth = (shift * Math.sqrt(12)) / n ** 1.5 / (1 - rho);
    const value = autoregressive(n, rho, random).map((noise, i) => noise + truth * i);
    return planted({ time: counting(n), value }, claimOf('trend', { time: 'time', value: 'value' }), truth, null);
  };
}

function serialPair(rho: number): Plant {
  return (n, shift, random) => {
    const x = autoregressive(n, rho, random);
    const truth = shift / Math.sqrt(n);
    const y = autoregressive(n, rho, random).map((noise, i) => noise + truth * (x[i] ?? NaN));
    return planted({ time: counting(n), x, y }, claimOf('association', { x: 'x', y: 'y', time: 'time' }), truth, null);
  };
}

function serialLevel(rho: number): Plant {
  return (n, shift, random) => {
    const truth = shift / Math.sqrt(n) / (1 - rho);
    const value = autoregressive(n, rho, random).map((noise) => noise + truth);
    return planted(
      { time: counting(n), value },
      claimOf('level', { value: 'value', threshold: 0, time: 'time' }),
      truth,
      null,
    );
  };
}

/** Units of 8 rows on average share half of their variance; whole units are assigned. */
function clusteredRows(icc: number, kind: 'experiment' | 'comparison'): Plant {
  return (n, shift, random) => {
    const units = Math.max(8, Math.round(n / 8));
    const side = coins(units, random);
    const truth = 2 * shift * Math.sqrt((icc + (1 - icc) / 8) / units);
    const rows = Array.from({ length: units }, (_, unit) => {
      const own = Math.sqrt(icc) * normalDraw(random);
      return Array.from({ length: 4 + Math.floor(9 * random()) }, () => ({
        unit,
        side: side[unit] ?? 0,
        y: own + Math.sqrt(1 - icc) * normalDraw(random) + truth * (side[unit] ?? 0),
      }));
    }).flat();
    const columns = {
      user: rows.map((row) => row.unit),
      group: letters(Float64Array.from(rows, (row) => row.side)),
      value: rows.map((row) => row.y),
    };
    const roles = kind === 'experiment' ? { variant: 'group', metric: 'value' } : { group: 'group', value: 'value' };
    return planted(columns, claimOf(kind, roles, { unit: 'user' }), truth, null);
  };
}

/** Each row eight times, as a join makes it; with the unit declared or left to be found. */
function fannedOut(declared: boolean): Plant {
  return (n, shift, random) => {
    const units = Math.max(10, Math.round(n / 8));
    const side = coins(units, random);
    const truth = (2 * shift) / Math.sqrt(units);
    const values = Array.from(side, (flag) => normalDraw(random) + truth * flag);
    const repeat = <T>(list: ArrayLike<T>): T[] =>
      Array.from({ length: units * 8 }, (_, i) => list[Math.floor(i / 8)]).filter((item) => item !== undefined);
    const columns = {
      order: repeat(counting(units)),
      line: Array.from({ length: units * 8 }, (_, i) => i),
      group: repeat(letters(side)),
      value: repeat(values),
    };
    return planted(
      columns,
      claimOf('comparison', { group: 'group', value: 'value' }, declared ? { unit: 'order' } : {}),
      truth,
      null,
    );
  };
}

/** Watched at 20 equally spaced looks, stopped at the first p below 0.05. */
const twentyLooks: Plant = (n, shift, random) => {
  const truth = (2 * shift) / Math.sqrt(n);
  const x = coins(n, random);
  const y = x.map((flag) => normalDraw(random) + truth * flag);
  const end = stopAt(x, y, 20);
  const claim = claimOf(
    'experiment',
    { variant: 'variant', metric: 'metric' },
    { planned_rows: n, looks: 20, stopping: 'first p < 0.05', intended_split: [0.5, 0.5], unit: 'row' },
  );
  return planted({ variant: letters(x.slice(0, end)), metric: y.slice(0, end) }, claim, truth, null);
};

function stopAt(x: Float64Array, y: Float64Array, looks: number): number {
  const n = x.length;
  for (let look = 1; look < looks; look++) {
    const rows = Math.floor((n * look) / looks);
    const t = difference(x.slice(0, rows), y.slice(0, rows));
    if (Math.abs(t) > 1.96) return rows;
  }
  return n;
}

function difference(x: Float64Array, y: Float64Array): number {
  const sums = [
    { n: 0, s: 0, q: 0 },
    { n: 0, s: 0, q: 0 },
  ];
  y.forEach((value, i) => {
    const side = sums[x[i] ?? 0];
    if (side === undefined) return;
    side.n++;
    side.s += value;
    side.q += value * value;
  });
  const [a, b] = sums.map(({ n, s, q }) => ({ mean: s / n, v: (q - (s * s) / n) / Math.max(1, n - 1) / n }));
  return a === undefined || b === undefined ? 0 : (b.mean - a.mean) / Math.sqrt(a.v + b.v);
}

function shaped(name: 'skewed' | 'zeros' | 'unequal'): Plant {
  const draw = (random: Random, side: number): number => {
    if (name === 'skewed') return Math.exp(normalDraw(random)) - Math.exp(0.5);
    if (name === 'zeros') return random() < 0.9 ? -0.165 : Math.exp(normalDraw(random)) - 0.165;
    return normalDraw(random) * (side === 1 ? 3 : 1);
  };
  return (n, shift, random) => {
    const x = Float64Array.from({ length: n }, (_, i) => (i < 4 ? i % 2 : random() < 0.2 ? 1 : 0));
    const truth = (5 * shift) / Math.sqrt(n);
    const y = x.map((side) => draw(random, side) + truth * side);
    return planted(
      { group: letters(x), value: y },
      claimOf('comparison', { group: 'group', value: 'value' }),
      truth,
      null,
    );
  };
}

/** The violations whose false-sound rate is published. */
export const VIOLATION_PLANTS: readonly ViolationPlant[] = [
  { name: '2 declared confounders', kind: 'effect', plant: confounded(2) },
  { name: '3 declared confounders', kind: 'effect', plant: confounded(3) },
  ...[0.3, 0.6, 0.9].flatMap((rho): ViolationPlant[] => [
    { name: `autocorrelation ${rho}`, kind: 'trend', plant: serialTrend(rho) },
    { name: `autocorrelation ${rho}`, kind: 'association', plant: serialPair(rho) },
    { name: `autocorrelation ${rho}`, kind: 'level', plant: serialLevel(rho) },
  ]),
  { name: 'ICC 0.1', kind: 'experiment', plant: clusteredRows(0.1, 'experiment') },
  { name: 'ICC 0.5', kind: 'experiment', plant: clusteredRows(0.5, 'experiment') },
  { name: 'ICC 0.5', kind: 'comparison', plant: clusteredRows(0.5, 'comparison') },
  { name: '8× fan-out, unit declared', kind: 'comparison', plant: fannedOut(true) },
  { name: '8× fan-out, nothing declared', kind: 'comparison', plant: fannedOut(false) },
  { name: '20 looks', kind: 'experiment', plant: twentyLooks },
  { name: 'skewed, 1 : 4', kind: 'comparison', plant: shaped('skewed') },
  { name: '90% zeros, 1 : 4', kind: 'comparison', plant: shaped('zeros') },
  { name: 'unequal variances, 1 : 4', kind: 'comparison', plant: shaped('unequal') },
];
