import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { defect, honest, type Pitfall, rowsOf, unshown } from './pitfall';
import { autoregressive, claimOf, coins, counting, letters, normals } from '../plants/planted';

type Make = ReturnType<Pitfall['trap']>;

const outliers =
  (real: boolean) =>
  (random: Random): Make => {
    const x = normals(60, random);
    const y = x.map((value) => (real ? 0.7 * value : 0) + normalDraw(random));
    if (!real) {
      x.set([9, 10]);
      y.set([10, 9]);
    }
    const claim = claimOf('association', { x: 'x', y: 'y' });
    return real ? honest({ x, y }, claim) : defect({ x, y }, claim, 'outlier');
  };

const randomWalks =
  (real: boolean) =>
  (random: Random): Make => {
    const walk = (): Float64Array => {
      let at = 0;
      return Float64Array.from({ length: 120 }, () => (at += normalDraw(random)));
    };
    let x = walk();
    let y = walk();
    while (!real && Math.abs(correlationOf(x, y)) < 0.6) [x, y] = [walk(), walk()];
    if (real) y = x.map((value) => 0.8 * value + 0.7 * normalDraw(random));
    const claim = claimOf('association', { x: 'x', y: 'y', time: 'week' });
    return real ? honest({ week: counting(120), x, y }, claim) : unshown({ week: counting(120), x, y }, claim, 'week');
  };

function correlationOf(a: Float64Array, b: Float64Array): number {
  const mean = (v: Float64Array): number => v.reduce((s, value) => s + value, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  const cross = (u: Float64Array, mu: number, v: Float64Array, mv: number): number =>
    u.reduce((s, value, i) => s + (value - mu) * ((v[i] ?? 0) - mv), 0);
  return cross(a, ma, b, mb) / Math.sqrt(cross(a, ma, a, ma) * cross(b, mb, b, mb));
}

const wanderingTrend =
  (real: boolean) =>
  (random: Random): Make => {
    const value = real ? normals(40, random).map((noise, i) => noise + 0.12 * i) : autoregressive(40, 0.85, random);
    const months = rowsOf(40, (i) => `20${20 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`);
    const claim = claimOf('trend', { time: 'month', value: 'value' });
    return real ? honest({ month: months, value }, claim) : unshown({ month: months, value }, claim);
  };

const clustered =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(120, (user) => {
      const own = normalDraw(random) + (real && user % 2 === 1 ? 1 : 0);
      return rowsOf(20, () => ({
        user: `u${user}`,
        variant: user % 2 === 1 ? 'B' : 'A',
        metric: own + normalDraw(random),
      }));
    }).flat();
    const columns = {
      user: rows.map((r) => r.user),
      variant: rows.map((r) => r.variant),
      metric: rows.map((r) => r.metric),
    };
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'metric' },
      { unit: 'user', intended_split: [0.5, 0.5] },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'user');
  };

const fanOut =
  (real: boolean) =>
  (random: Random): Make => {
    const orders = rowsOf(real ? 160 : 40, (order) => ({
      order,
      group: order % 2 === 1 ? 'B' : 'A',
      value: normalDraw(random) + (real && order % 2 === 1 ? 0.9 : 0),
    }));
    const rows = orders.flatMap((order) => rowsOf(12, (line) => ({ ...order, line: `${order.order}-${line}` })));
    const columns = { line: rows.map((r) => r.line), group: rows.map((r) => r.group), value: rows.map((r) => r.value) };
    const claim = claimOf('comparison', { group: 'group', value: 'value' });
    return real ? honest(columns, claim) : unshown(columns, claim);
  };

const sampleRatio =
  (split: readonly [number, number], real: boolean) =>
  (random: Random): Make => {
    const share = split[1] / (split[0] + split[1]);
    const rows = rowsOf(12_000, (user) => {
      const b = random() < share;
      const metric = normalDraw(random) + (b && real ? 0.15 : 0);
      return { user, variant: b ? 'B' : 'A', metric };
    }).filter(({ variant, metric }) => real || variant === 'A' || metric > -0.8 || random() < 0.15);
    const columns = {
      user: rows.map((r) => r.user),
      variant: rows.map((r) => r.variant),
      metric: rows.map((r) => r.metric),
    };
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'metric' },
      { unit: 'user', intended_split: [...split] },
    );
    return real ? honest(columns, claim) : defect(columns, claim, 'split');
  };

const novelty =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(6000, (i) => {
      const day = 1 + (i % 20);
      const b = random() < 0.5;
      const effect = real ? 0.25 : day <= 6 ? 0.9 : 0;
      return { day, variant: b ? 'B' : 'A', metric: normalDraw(random) + (b ? effect : 0) };
    });
    const columns = {
      day: rows.map((r) => r.day),
      variant: rows.map((r) => r.variant),
      metric: rows.map((r) => r.metric),
    };
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'metric', time: 'day' },
      { intended_split: [0.5, 0.5] },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'day');
  };

/** Meters become feet, thousands become units: one step, no trend. */
const unitChange =
  (real: boolean) =>
  (random: Random): Make => {
    const value = rowsOf(60, (i) => (10 + normalDraw(random) + (real ? 0.15 * i : 0)) * (!real && i >= 35 ? 1000 : 1));
    const claim = claimOf('trend', { time: 'week', value: 'value' });
    return real ? honest({ week: counting(60), value }, claim) : defect({ week: counting(60), value }, claim, '1000');
  };

const missingNotAtRandom =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(1200, (i) => {
      const b = i % 2 === 1;
      const value = normalDraw(random) + (real && b ? 0.35 : 0);
      const gone = real ? random() < 0.15 : b && value < -0.4 && random() < 0.7;
      return { group: b ? 'B' : 'A', value: gone ? null : value };
    });
    const columns = { group: rows.map((r) => r.group), value: rows.map((r) => r.value) };
    const claim = claimOf('comparison', { group: 'group', value: 'value' });
    return real ? honest(columns, claim) : unshown(columns, claim, 'missing');
  };

const ecological =
  (real: boolean) =>
  (random: Random): Make => {
    const x = normals(80, random);
    const y = x.map((value) => 0.8 * value + normalDraw(random));
    const columns = { region: rowsOf(80, (i) => `r${i}`), x, y };
    const claim = claimOf(
      'association',
      { x: 'x', y: 'y' },
      { unit: 'region', claim_unit: real ? 'region' : 'person' },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'person');
  };

const underpowered =
  (real: boolean) =>
  (random: Random): Make => {
    const n = real ? 600 : 16;
    const x = coins(n, random);
    const value = x.map((side) => 0.45 * side + normalDraw(random));
    const claim = claimOf('comparison', { group: 'group', value: 'value' });
    return real ? honest({ group: letters(x), value }, claim) : unshown({ group: letters(x), value }, claim);
  };

const heteroscedastic =
  (real: boolean) =>
  (random: Random): Make => {
    const x = normals(200, random);
    const y = x.map((value) => (real ? 0.8 * value : 0) + normalDraw(random) * (0.3 + value * value));
    const claim = claimOf('association', { x: 'x', y: 'y' });
    return real
      ? honest({ x, y: x.map((value) => 0.9 * value + normalDraw(random) * (0.5 + 0.5 * Math.abs(value))) }, claim)
      : unshown({ x, y }, claim);
  };

const targetEncoding =
  (real: boolean) =>
  (random: Random): Make => {
    const n = 600;
    const city = rowsOf(n, () => `c${Math.floor(random() * (real ? 20 : 200))}`);
    const own = new Map(city.map((name) => [name, real ? normalDraw(random) : 0]));
    const y = city.map((name) => (own.get(name) ?? 0) + normalDraw(random));
    const means = new Map(
      [...own.keys()].map((name) => {
        const rows = y.filter((_, i) => city[i] === name);
        return [name, rows.reduce((a, b) => a + b, 0) / rows.length];
      }),
    );
    const encoded = city.map((name) =>
      real ? (own.get(name) ?? 0) + 0.2 * Math.sin(name.length + (own.get(name) ?? 0) * 7) : (means.get(name) ?? 0),
    );
    const claim = claimOf(
      'prediction',
      { target: 'y', features: ['city_mean'] },
      { raw_category: 'city', encoding_source: real ? 'last year' : 'these rows' },
    );
    return real
      ? honest({ city, city_mean: encoded, y }, claim)
      : defect({ city, city_mean: encoded, y }, claim, 'city_mean');
  };

/** The share of premium customers falls; within each tier the rate rises. */
const mixShift =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(8000, (i) => {
      const late = i % 2 === 1;
      const premium = random() < (real ? 0.5 : late ? 0.25 : 0.75);
      return {
        period: late ? 'after' : 'before',
        tier: premium ? 'premium' : 'basic',
        paid: random() < (premium ? 0.6 : 0.2) + (late ? (real ? -0.06 : 0.05) : 0) ? 1 : 0,
      };
    });
    const columns = { period: rows.map((r) => r.period), tier: rows.map((r) => r.tier), paid: rows.map((r) => r.paid) };
    const claim = claimOf('comparison', { group: 'period', value: 'paid' }, { direction: 'after<before' });
    return real ? honest(columns, claim) : defect(columns, claim, 'tier');
  };

const wrongWay =
  (real: boolean) =>
  (random: Random): Make => {
    const x = coins(800, random);
    const metric = x.map((side) => (real ? 0.4 : -0.4) * side + normalDraw(random));
    const claim = claimOf('experiment', { variant: 'variant', metric: 'metric' }, { direction: 'B>A' });
    return real
      ? honest({ variant: letters(x), metric }, claim)
      : defect({ variant: letters(x), metric }, claim, 'opposite');
  };

const survivorship =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(400, (fund) => ({
      fund: `f${fund}`,
      value: 0.5 * normalDraw(random) + (real ? 0.2 : 0),
    })).filter(({ value }) => real || value > -0.05);
    const columns = { fund: rows.map((r) => r.fund), value: rows.map((r) => r.value) };
    const claim = claimOf(
      'level',
      { value: 'value', threshold: 0 },
      { units_started: 400, population: real ? 'all ever started' : 'open today' },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'started');
  };

/** Traps about how the rows came to be, each with its honest twin. */
export const DATA_PITFALLS: readonly Pitfall[] = [
  { name: 'outliers', trap: outliers(false), twin: outliers(true) },
  { name: 'random walks', trap: randomWalks(false), twin: randomWalks(true) },
  { name: 'wandering trend', trap: wanderingTrend(false), twin: wanderingTrend(true) },
  { name: 'clustered rows', trap: clustered(false), twin: clustered(true) },
  { name: 'fan-out', trap: fanOut(false), twin: fanOut(true) },
  { name: 'sample ratio 1:1', trap: sampleRatio([0.5, 0.5], false), twin: sampleRatio([0.5, 0.5], true) },
  { name: 'sample ratio 9:1', trap: sampleRatio([0.9, 0.1], false), twin: sampleRatio([0.9, 0.1], true) },
  { name: 'novelty', trap: novelty(false), twin: novelty(true) },
  { name: 'unit change', trap: unitChange(false), twin: unitChange(true) },
  { name: 'missing not at random', trap: missingNotAtRandom(false), twin: missingNotAtRandom(true) },
  { name: 'ecological', trap: ecological(false), twin: ecological(true) },
  { name: 'underpowered', trap: underpowered(false), twin: underpowered(true) },
  { name: 'unequal variances', trap: heteroscedastic(false), twin: heteroscedastic(true) },
  { name: 'target encoding', trap: targetEncoding(false), twin: targetEncoding(true) },
  { name: 'mix shift', trap: mixShift(false), twin: mixShift(true) },
  { name: 'wrong way', trap: wrongWay(false), twin: wrongWay(true) },
  { name: 'survivorship', trap: survivorship(false), twin: survivorship(true) },
];
