import { STATISTICAL_KINDS, without } from '../claim/claim';
import { claimKinds } from '../claim/claim-kinds';
import { normalDraw, type Random } from '../statistics/sample/hash-random';
import { clean, type GateTrap, naiveT, outcomes, trap } from './gate-trap';
import { focalOf, focalsOf, isGrouped, type Kind, outcomeOf, type Rows, slopeOf, speaksFor } from './kind-shape';

const MARGINS: readonly Kind[] = ['equivalence', 'noninferiority'];

const evidence = trap('evidence', STATISTICAL_KINDS, (kind, isReal, random) => clean(kind, isReal, random));

const sampleSize = trap('sample-size', without('trend', 'prediction', 'classification'), (kind, isReal, random) =>
  clean(kind, isReal, random, isReal ? 200 : 6),
);

const smallSample = trap(
  'small-sample',
  ['association', 'effect', 'comparison', 'experiment', 'change', 'proportion', 'prediction'],
  (kind, isReal, random) => {
    const x = focalsOf(kind, isReal ? 60 : 12, random);
    const heavy = (): number => normalDraw(random) / (isReal ? 1 : Math.max(0.05, Math.abs(normalDraw(random))));
    return { x, z: outcomes(kind, isReal, x, random, 2.2, heavy) };
  },
);

/** Each of 25 rows twelve times. */
const copiedRows = trap('copied-rows', STATISTICAL_KINDS, (kind, isReal, random) => {
  const rows = clean(kind, isReal, random, isReal ? 200 : 25);
  const copies = rows.x.flatMap((_, row) => Array.from({ length: isReal ? 1 : 12 }, () => row));
  return {
    x: copies.map((row) => rows.x[row] ?? 0),
    z: copies.map((row) => rows.z[row] ?? 0),
    others: { receipt: copies.map((row) => `r${row}`) },
  };
});

/** Rows of one user go together, and a user is on one side. */
function users(kind: Kind, isReal: boolean, random: Random): Rows {
  const [count, each, spread] = isReal ? [100, 4, 0.5] : [30, 12, 1];
  const own = focalsOf(kind, count, random);
  const level = own.map(() => spread * normalDraw(random));
  const user = Array.from({ length: count * each }, (_, row) => row % count);
  const x = user.map((at) => own[at] ?? 0);
  const noise = (row: number): number => (level[user[row] ?? 0] ?? 0) + 0.6 * normalDraw(random);
  return {
    x,
    z: outcomes(kind, isReal, x, random, 1.1, noise),
    others: { user: user.map((at) => `u${at}`) },
    declared: { unit: 'user' },
  };
}

/** Outcomes that speak against the claim are more often missing; or a few are, by chance. */
function against(kind: Kind, isReal: boolean, random: Random, n: number): { rows: Rows; isGone: boolean[] } {
  const rows = clean(kind, isReal, random, n);
  const isGone = rows.x.map((x, row) => {
    if (isReal) return random() < 0.02;
    const counts = !isGrouped(kind) || x > 0 || kind === 'classification';
    return counts && speaksFor(kind, x, rows.z[row] ?? 0) < -0.1 && random() < 0.85;
  });
  return { rows, isGone };
}

const missingValues = trap('missing-values', STATISTICAL_KINDS, (kind, isReal, random) => {
  const { rows, isGone } = against(kind, isReal, random, 300);
  return { ...rows, z: rows.z.map((value, row) => (isGone[row] === true ? null : value)) };
});

/** Those rows are not in the table at all; their numbers show gaps. */
const survivorship = trap('survivorship', without('classification'), (kind, isReal, random) => {
  const { rows, isGone } = against(kind, isReal, random, 300);
  const kept = rows.x.flatMap((_, row) => (isReal || isGone[row] !== true ? [row] : []));
  return {
    x: kept.map((row) => rows.x[row] ?? 0),
    z: kept.map((row) => rows.z[row] ?? 0),
    others: { account: kept },
    declared: { units_started: 300 },
  };
});

const unitChange = trap(
  'unit-change',
  ['level', 'association', 'effect', 'comparison', 'experiment', 'change', 'trend'],
  (kind, isReal, random) => {
    const rows = clean(kind, isReal, random);
    const changes = (x: number, row: number): boolean =>
      kind === 'trend' ? row > 120 : kind === 'level' ? row % 5 === 0 : x > 0.5 && random() < 0.4;
    const z = rows.z.map((value, row) => {
      const large = 10 + (value ?? 0);
      return !isReal && changes(rows.x[row] ?? 0, row) ? large * 1000 : large;
    });
    return { x: rows.x, z, ...(kind === 'level' ? { roles: { threshold: isReal ? 9 : 11 } } : {}) };
  },
);

/** Watched twenty times and stopped when it looked good; or run to its end. */
const stopping = trap('stopping', without('trend', 'prediction', 'classification'), (kind, isReal, random) => {
  const n = 400;
  const x = focalsOf(kind, n, random);
  const z = outcomes(kind, isReal, x, random);
  const ends = Array.from({ length: 20 }, (_, look) => (look + 1) * (n / 20));
  const stop = isReal ? n : (ends.find((end) => naiveT(kind, x.slice(0, end), z.slice(0, end)) > 1.96) ?? n);
  return {
    x: x.slice(0, stop),
    z: z.slice(0, stop),
    others: { day: x.slice(0, stop).map((_, row) => Math.floor(row / 20)) },
    declared: isReal ? { stopping: 'fixed', planned_rows: n } : { stopping: 'optional', looks: 20, planned_rows: n },
  };
});

/** The best of twelve outcomes. */
const family = trap('family', without('classification'), (kind, isReal, random) => {
  const x = focalsOf(kind, 200, random);
  const measures = Array.from({ length: 12 }, (_, m) => outcomes(kind, isReal && m === 0, x, random));
  if (isReal && MARGINS.includes(kind)) measures[0] = outcomes(kind, true, x, random);
  const best = isReal
    ? 0
    : measures.reduce((held, z, m) => (naiveT(kind, x, z) > naiveT(kind, x, measures[held] ?? z) ? m : held), 0);
  const rest = measures.flatMap((z, m) => (m === best ? [] : [[`other_${m}`, outcomeOf(kind, z)] as const]));
  return {
    x,
    z: measures[best] ?? [],
    others: Object.fromEntries(rest),
    declared: { family: 12 },
  };
});

const attempts = trap(
  'attempts',
  STATISTICAL_KINDS,
  (kind, isReal, random) => {
    const drawn = Array.from({ length: isReal ? 1 : 20 }, () => {
      const x = focalsOf(kind, 200, random);
      return { x, z: outcomes(kind, isReal, x, random, 1.2) };
    });
    const best = drawn.reduce((held, it) => (naiveT(kind, it.x, it.z) > naiveT(kind, held.x, held.z) ? it : held));
    return { ...best, declared: { attempts_on_this_data: isReal ? 2 : 20 } };
  },
  'attempts made elsewhere leave no trace in a table',
);

/** Skewed noise, and few rows on one side. */
const skewness = trap(
  'skewness',
  ['level', 'association', 'effect', 'comparison', 'experiment', 'change'],
  (kind, isReal, random) => {
    const n = isReal ? 400 : 60;
    const x = isGrouped(kind)
      ? Array.from({ length: n }, (_, row) => (row % 6 === 0 ? 1 : 0))
      : focalsOf(kind, n, random);
    const noise = (): number => Math.exp(1.2 * normalDraw(random)) - Math.exp(0.72);
    const planned = kind === 'experiment' ? { declared: { intended_split: [5, 1] } } : {};
    return { x, z: outcomes(kind, isReal, x, random, isGrouped(kind) ? 3.4 : 2.2, noise), ...planned };
  },
);

const extremes = (gate: string, kinds: readonly Kind[]): GateTrap =>
  trap(gate, kinds, (kind, isReal, random) => {
    const { x, z } = clean(kind, isReal, random, 80, 0.8);
    if (isReal) return { x, z };
    const far = kind === 'trend' ? [] : [9, 10];
    return {
      x: [...x.slice(0, x.length - far.length), ...far],
      z: z.map((value, row) => (row >= z.length - 2 ? 12 - (row % 2) : value)),
    };
  });

/** A curve that first falls and then rises, and whose slope is positive over all. */
const monotone = trap('monotone', ['association', 'effect'], (kind, isReal, random) => {
  const x = focalsOf(kind, 300, random).map((value) => value + (isReal ? 0 : 0.5));
  const z = isReal ? outcomes(kind, true, x, random) : x.map((value) => 1.5 * value ** 2 + normalDraw(random));
  return { x, z };
});

/** Series that wander; sides that hold for a while. */
function wandering(kind: Kind, isReal: boolean, random: Random): Rows {
  const n = 200;
  const walk = (memory: number): number[] => {
    let at = normalDraw(random) / Math.sqrt(1 - memory ** 2);
    return Array.from({ length: n }, () => {
      at = memory * at + normalDraw(random);
      return at;
    });
  };
  if (isReal) return { ...clean(kind, true, random, n), others: timeOf(kind, n) };
  const block = Array.from({ length: n / 25 }, () => focalOf(kind, random));
  const slow = kind === 'association' || kind === 'effect' || kind === 'prediction' ? walk(0.95) : null;
  const x =
    kind === 'trend'
      ? focalsOf(kind, n, random)
      : (slow ?? Array.from({ length: n }, (_, row) => block[Math.floor(row / 25)] ?? 0));
  const z = walk(0.95).map((value, row) => value + slopeOf(kind, false, 0) * (x[row] ?? 0));
  return { x, z, others: timeOf(kind, n) };
}

function timeOf(kind: Kind, n: number): Rows['others'] & object {
  return kind === 'trend' ? {} : { week: Array.from({ length: n }, (_, row) => row) };
}

const timed = (rows: Rows, kind: Kind): Rows => (kind === 'trend' ? rows : { ...rows, roles: { time: 'week' } });

const timeDependence = trap(
  'time-dependence',
  ['level', 'association', 'effect', 'comparison', 'experiment', 'trend', 'proportion'],
  (kind, isReal, random) => timed(wandering(kind, isReal, random), kind),
);

const undeclaredOrder = trap(
  'undeclared-order',
  [
    'level',
    'association',
    'effect',
    'comparison',
    'experiment',
    'proportion',
    'prediction',
    'equivalence',
    'noninferiority',
  ],
  wandering,
);

/** Rows of a stratum that was sampled nine times as often, and weighs so much less. In the population nothing is left of their effect. */
const undeclaredWeights = trap(
  'undeclared-weights',
  ['level', 'comparison', 'experiment', 'proportion', 'equivalence', 'noninferiority'],
  (kind, isReal, random) => {
    const n = 1200;
    const [often, seldom] = [0.2, 8.2];
    const x = focalsOf(kind, n, random);
    const isOften = x.map(() => random() < 0.9);
    const towards = isReal ? 0 : kind === 'equivalence' ? -0.8 : 0.8;
    // What a share of values above zero takes to vanish, and what a mean does.
    const back = kind === 'proportion' ? 0.159 : (0.8 * 0.18) / 0.82;
    const own = (row: number): number => (isOften[row] === true ? towards : -Math.sign(towards) * back);
    const z = outcomes(kind, isReal, x, random, 0.9, (row) => own(row) * (x[row] ?? 0) + normalDraw(random));
    const share = isOften.map((it) => (it ? often : seldom));
    const isWeighable = claimKinds[kind].roles.weight !== undefined;
    return { x, z, others: { share }, ...(isWeighable ? { roles: { weight: 'share' } } : {}) };
  },
);

/** Slow wandering under noise; of two sides, one is before and one after. */
const coarserTime = trap(
  'coarser-time',
  ['level', 'trend', 'comparison', 'experiment', 'proportion', 'equivalence', 'noninferiority'],
  (kind, isReal, random) => {
    const n = isReal ? 400 : 150;
    let slow = isReal ? 0 : 2 * normalDraw(random);
    const x = isGrouped(kind)
      ? Array.from({ length: n }, (_, row) => (row < n / 2 ? 0 : 1))
      : focalsOf(kind, n, random);
    const z = outcomes(kind, isReal, x, random, isGrouped(kind) ? 2.4 : 1.1, () => {
      slow = isReal ? 0 : 0.97 * slow + 0.25 * normalDraw(random);
      return slow + normalDraw(random);
    });
    return timed({ x, z, others: timeOf(kind, n) }, kind);
  },
);

/** An effect of the first days. */
const novelty = trap('novelty', ['comparison', 'experiment', 'proportion'], (kind, isReal, random) => {
  const n = 2000;
  const x = focalsOf(kind, n, random);
  const day = x.map((_, row) => 1 + Math.floor((20 * row) / n));
  const z = x.map((side, row) => (isReal ? 0.5 : (day[row] ?? 0) <= 6 ? 0.9 : 0) * side + normalDraw(random));
  return { x, z, others: { day }, roles: { time: 'day' } };
});

/** Traps about the rows, for every kind that they can be planted in. */
export const ROW_TRAPS: readonly GateTrap[] = [
  evidence,
  sampleSize,
  smallSample,
  copiedRows,
  trap('clustering', without('trend', 'prediction', 'classification', 'survival'), users),
  trap('undeclared-units', without('trend'), users),
  missingValues,
  survivorship,
  unitChange,
  stopping,
  family,
  attempts,
  skewness,
  extremes('leverage', ['association', 'effect']),
  extremes('outliers', ['association', 'effect', 'trend']),
  monotone,
  timeDependence,
  undeclaredOrder,
  undeclaredWeights,
  coarserTime,
  novelty,
];
