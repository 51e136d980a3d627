import { STATISTICAL_KINDS } from '../claim/claim';
import { CAUSAL_PITFALLS } from '../calibrate/pitfalls/causal-pitfalls';
import { DATA_PITFALLS } from '../calibrate/pitfalls/data-pitfalls';
import { claimOf } from '../calibrate/plants/planted';
import { CHANGE_PITFALLS } from '../calibrate/pitfalls/change-pitfalls';
import { ROLE_PITFALLS } from '../calibrate/pitfalls/role-pitfalls';
import { parseContract } from '../contract/parse-contract';
import { normalDraw, type Random } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import { clean, type GateTrap, type Planted } from './gate-trap';
import { type Kind, OUTCOME_ROLE, shaped } from './kind-shape';

type Plant = (isReal: boolean, random: Random) => Planted;

const ALL = STATISTICAL_KINDS;

/** A trap of one kind. */
function single(gate: string, kind: Kind, plant: Plant, onlyDeclared: string | null = null): GateTrap {
  return { gate, kinds: [kind], onlyDeclared, plant: (_, isReal, random) => plant(isReal, random) };
}

/** One of the planted pitfalls, as the trap of a gate. */
function pitfall(gate: string, kind: Kind, name: string): GateTrap {
  const found = [...CAUSAL_PITFALLS, ...DATA_PITFALLS, ...ROLE_PITFALLS, ...CHANGE_PITFALLS].find(
    (it) => it.name === name,
  );
  if (found === undefined) throw new Error(`there is no pitfall "${name}"`);
  return single(gate, kind, (isReal, random) => found[isReal ? 'twin' : 'trap'](random));
}

function plantedOf(
  kind: Kind,
  random: Random,
): Planted & { readonly columns: Readonly<Record<string, ArrayLike<unknown>>> } {
  const { columns, claim } = shaped(kind, clean(kind, true, random), random);
  return { table: tableFromColumns(columns), claim, columns };
}

const reproducibility: GateTrap = {
  gate: 'reproducibility',
  kinds: ALL,
  onlyDeclared: 'two runs are no declaration',
  plant: (kind, isReal, random) => {
    const { table, claim } = plantedOf(kind, random);
    const detail = isReal ? 'both runs gave the same rows' : 'the second run gave other rows';
    return { table, claim, reproducibility: { identical: isReal, detail } };
  },
};

const contract: GateTrap = {
  gate: 'contract',
  kinds: ALL,
  onlyDeclared: 'a clause that is not declared cannot be broken',
  plant: (kind, isReal, random) => {
    const { table, claim } = plantedOf(kind, random);
    const fields = [{ name: String(claim.roles[OUTCOME_ROLE[kind]]), type: 'number' }];
    const clauses = { fields, table: { rowCount: { min: isReal ? 100 : 1000 } } };
    const parsed = parseContract({ specVersion: '1.1', kind: 'DataContract', ...clauses });
    if (!parsed.ok) throw new Error('the contract of a trap is not well formed');
    return { table, claim, contract: parsed.contract };
  },
};

/** Words where the outcome should be. */
const claimFitsData: GateTrap = {
  gate: 'claim-fits-data',
  kinds: ALL,
  onlyDeclared: null,
  plant: (kind, isReal, random) => {
    const { table, claim, columns } = plantedOf(kind, random);
    const outcome = String(claim.roles[OUTCOME_ROLE[kind]]);
    const words = Array.from({ length: table.rowCount }, (_, row) => `w${row}`);
    return isReal ? { table, claim } : { table: tableFromColumns({ ...columns, [outcome]: words }), claim };
  },
};

/** Keen users of A come to see B as well; or everybody sees what they were given. */
const contamination = single('contamination', 'experiment', (isReal, random) => {
  const rows = Array.from({ length: 300 }, (_, user) => {
    const own = normalDraw(random);
    const side = user % 2;
    return [0, 1].map((visit) => {
      const shown = !isReal && visit === 1 && own > 0.3 ? 1 : side;
      return { user: `u${user}`, shown, metric: own + (isReal ? 0.8 * shown : 0) + normalDraw(random) };
    });
  }).flat();
  return {
    table: tableFromColumns({
      user: rows.map(({ user }) => user),
      variant: rows.map(({ shown }) => (shown === 1 ? 'B' : 'A')),
      metric: rows.map(({ metric }) => metric),
    }),
    claim: claimOf(
      'experiment',
      { variant: 'variant', metric: 'metric' },
      { unit: 'user', intended_split: [0.5, 0.5], stopping: 'fixed', planned_rows: 600 },
    ),
  };
});

/** A feature that was written down after the outcome. */
const featureTimes = single(
  'feature-times',
  'prediction',
  (isReal, random) => {
    const { x, z } = clean('prediction', true, random);
    return {
      table: tableFromColumns({ x, y: z, known: x.map(() => (isReal ? 1 : 9)), asked: x.map(() => 5) }),
      claim: claimOf(
        'prediction',
        { target: 'y', features: ['x'] },
        { prediction_time: 'asked', feature_times: { x: 'known' } },
      ),
    };
  },
  'without times every feature may have been known',
);

const targetLeak = single('target-leak', 'prediction', (isReal, random) => {
  const { x, z } = clean('prediction', true, random);
  const leak = z.map((value) => (value ?? 0) + 0.01 * normalDraw(random));
  return {
    table: tableFromColumns({ x: isReal ? x : leak, y: z }),
    claim: claimOf('prediction', { target: 'y', features: ['x'] }),
  };
});

/** Forty columns of noise for sixty rows. */
const heldOut = single('held-out', 'prediction', (isReal, random) => {
  const n = isReal ? 300 : 60;
  const features = Object.fromEntries(
    Array.from({ length: isReal ? 4 : 40 }, (_, f) => [`f${f}`, Array.from({ length: n }, () => normalDraw(random))]),
  );
  const y = Array.from(
    { length: n },
    (_, row) => (isReal ? 0.8 * (features['f0']?.[row] ?? 0) : 0) + normalDraw(random),
  );
  return {
    table: tableFromColumns({ ...features, y }),
    claim: claimOf('prediction', { target: 'y', features: Object.keys(features) }),
  };
});

/** Test rows that are training rows, whose answers the model remembers. */
const trainTestCopies = single('train-test-copies', 'classification', (isReal, random) => {
  const training = Array.from({ length: 200 }, () => ({ f: normalDraw(random), truth: random() < 0.5 ? 1 : 0 }));
  const test = Array.from({ length: 200 }, (_, row) => {
    const fresh = { f: normalDraw(random), truth: random() < 0.5 ? 1 : 0 };
    const shown = isReal ? fresh : (training[row] ?? fresh);
    return { ...shown, said: random() < (isReal ? 0.8 : 0.95) ? shown.truth : 1 - shown.truth };
  });
  const rows = [
    ...training.map((row) => ({ ...row, said: row.truth, split: 'train' })),
    ...test.map((row) => ({ ...row, split: 'test' })),
  ];
  return {
    table: tableFromColumns({
      f: rows.map(({ f }) => f),
      truth: rows.map(({ truth }) => truth),
      said: rows.map(({ said }) => said),
      split: rows.map(({ split }) => split),
    }),
    claim: claimOf('classification', { y_true: 'truth', y_pred: 'said', split: 'split', features: ['f'] }),
  };
});

/** Nine of ten are yes, and yes is said nine times of ten; or what is said has to do with what is so. */
const majority = single('majority', 'classification', (isReal, random) => {
  const truth = Array.from({ length: 400 }, () => (random() < 0.9 ? 1 : 0));
  const said = truth.map((it) => (random() < (isReal ? 0.85 : 0) ? it : random() < 0.9 ? 1 : 0));
  return {
    table: tableFromColumns({ truth, said }),
    claim: claimOf('classification', { y_true: 'truth', y_pred: 'said' }),
  };
});

/** Groups that drifted apart before anything began. */
const preTrends = single('pre-trends', 'change', (isReal, random) => {
  const rows = Array.from({ length: 120 }, (_, person) => {
    const own = 0.5 * normalDraw(random);
    const treated = person % 2;
    return Array.from({ length: 10 }, (_p, month) => {
      const drift = isReal ? (month >= 6 ? 0.9 : 0) : 0.25 * month;
      return { person: `p${person}`, month, treated, value: own + drift * treated + 0.5 * normalDraw(random) };
    });
  }).flat();
  return {
    table: tableFromColumns({
      person: rows.map(({ person }) => person),
      month: rows.map(({ month }) => month),
      treated: rows.map(({ treated }) => treated),
      value: rows.map(({ value }) => value),
    }),
    claim: claimOf(
      'change',
      { value: 'value', time: 'month', group: 'treated' },
      { treatment_start: 6, unit: 'person', assignment: 'self-selected' },
    ),
  };
});

/** The mix moves from one segment to the other, and within each the value falls. */
const mixOverTime = single('segment-reversal', 'trend', (isReal, random) => {
  const rows = Array.from({ length: 1200 }, (_, row) => {
    const week = Math.floor(row / 30);
    const north = random() < (isReal ? 0.5 : 0.1 + week / 50);
    return { week, north, value: (north ? 2 : 0) + (isReal ? 0.03 : -0.02) * week + normalDraw(random) };
  });
  return {
    table: tableFromColumns({
      week: rows.map(({ week }) => week),
      place: rows.map(({ north }) => (north ? 'north' : 'south')),
      value: rows.map(({ value }) => value),
    }),
    claim: claimOf('trend', { time: 'week', value: 'value', segment: ['place'] }, { direction: '>' }),
  };
});

/** One group does better at first and worse later. */
const crossingHazards = single('crossing-hazards', 'survival', (isReal, random) => {
  const rows = Array.from({ length: 800 }, (_, row) => {
    const b = row % 2 === 1;
    const [early, late] = isReal ? [b ? 0.5 : 1, b ? 0.5 : 1] : [b ? 0.3 : 1, b ? 3 : 1];
    const first = -Math.log(1 - random()) / early;
    return { b, months: first < 0.8 ? first : 0.8 - Math.log(1 - random()) / late };
  });
  return {
    table: tableFromColumns({
      months: rows.map(({ months }) => months),
      died: rows.map(() => 1),
      group: rows.map(({ b }) => (b ? 'B' : 'A')),
    }),
    claim: claimOf('survival', { time: 'months', event: 'died', group: 'group' }),
  };
});

/** Traps that only one kind can fall into, and those of what is known beside the rows. */
export const SINGLE_TRAPS: readonly GateTrap[] = [
  claimFitsData,
  reproducibility,
  contract,
  pitfall('sample-ratio', 'experiment', 'sample ratio 1:1'),
  contamination,
  featureTimes,
  pitfall('baseline-selection', 'change', 'regression to the mean'),
  preTrends,
  pitfall('immortal-time', 'survival', 'immortal time'),
  crossingHazards,
  mixOverTime,
  targetLeak,
  pitfall('target-encoding', 'prediction', 'target encoding'),
  trainTestCopies,
  majority,
  heldOut,
  pitfall('carry-over', 'comparison', 'a crossover with practice'),
  pitfall('as-assigned', 'experiment', 'as received'),
  pitfall('baseline-balance', 'experiment', 'a broken assignment'),
  pitfall('ratio-parts', 'experiment', 'a ratio that moves by its denominator'),
  pitfall('undeclared-weights', 'change', 'a stratum sampled more often, changed'),
  pitfall('as-assigned', 'change', 'as received, changed'),
  pitfall('ratio-parts', 'change', 'a ratio that changes by its denominator'),
  pitfall('segment-reversal', 'change', 'a segment that changes the other way'),
];
