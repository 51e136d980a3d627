import { CAUSAL_PITFALLS } from '../calibrate/causal-pitfalls';
import { DATA_PITFALLS } from '../calibrate/data-pitfalls';
import { PLAIN_PLANTS } from '../calibrate/plain-plants';
import { autoregressive, claimOf, coins, counting, letters, normals } from '../calibrate/planted';
import type { Claim, ClaimKind, Declared } from '../claim/claim';
import { checkContract } from '../contract/check-contract';
import { normalQuantile } from '../statistics/distributions';
import { normalDraw, type Random, seededRandom } from '../statistics/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import type { Verdict } from '../verdict/attestation';
import { Inquiry, type InquiryInput } from '../verdict/inquiry';

/** A case for one gate: what it must say. */
export interface GateCase {
  readonly gate: string;
  readonly says: Verdict;
  readonly name: string;
  readonly inquiry: () => Inquiry;
}

type Columns = Readonly<Record<string, ArrayLike<unknown>>>;
type Extra = Partial<Pick<InquiryInput, 'attempts' | 'contract' | 'reproducibility'>>;

function inquire(columns: Columns, claim: Claim, extra: Extra = {}): Inquiry {
  return new Inquiry({
    table: tableFromColumns(columns),
    claim,
    contract: null,
    reproducibility: null,
    attempts: 1,
    alpha: 0.005,
    seed: 'test',
    ...extra,
  });
}

function kase(gate: string, says: Verdict, name: string, make: (random: Random) => Inquiry): GateCase {
  return { gate, says, name, inquiry: () => make(seededRandom(`${gate}/${name}`)) };
}

/** Trap and twin of a planted pitfall, both judged by one gate. */
function pair(gate: string, pitfall: string, says: Verdict = 'unsound', seed = ''): GateCase[] {
  const found = [...CAUSAL_PITFALLS, ...DATA_PITFALLS].find(({ name }) => name === pitfall);
  if (found === undefined) throw new Error(`no pitfall "${pitfall}"`);
  return (['trap', 'twin'] as const).map((role) =>
    kase(gate, role === 'trap' ? says : 'sound', `${pitfall} ${role}${seed}`, (random) => {
      const { table, claim } = found[role](random);
      return new Inquiry({
        table,
        claim,
        contract: null,
        reproducibility: null,
        attempts: 1,
        alpha: 0.005,
        seed: 'test',
      });
    }),
  );
}

function plain(
  kind: Exclude<ClaimKind, 'table'>,
  n: number,
  shift: number,
  declared: Declared = {},
  extra: Extra = {},
): (random: Random) => Inquiry {
  return (random) => {
    const { table, claim } = PLAIN_PLANTS[kind](n, shift, random);
    return new Inquiry({
      table,
      claim: { ...claim, declared: { ...claim.declared, ...declared } },
      contract: null,
      reproducibility: null,
      attempts: 1,
      alpha: 0.005,
      seed: 'test',
      ...extra,
    });
  };
}

function groups(n: number, difference: number, random: Random, draw: (random: Random) => number = normalDraw): Columns {
  const x = coins(n, random);
  return { group: letters(x), value: x.map((side) => difference * side + draw(random)) };
}

/** A series that remembers ten points, under noise that hides it from one point to the next; drawn until it seems to have a trend. */
function wandering(slope: number, random: Random): Inquiry {
  const value = autoregressive(200, 0.95, random).map((slow, i) => 0.5 * slow + 1.5 * normalDraw(random) + slope * i);
  const inquiry = inquire({ day: counting(200), value }, claimOf('trend', { time: 'day', value: 'value' }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p < inquiry.level ? inquiry : wandering(slope, random);
}

/** Heavy-tailed features that tell nothing about a yes/no outcome; drawn until the plain test thinks they do. */
function heavyTails(random: Random): Inquiry {
  const heavy = (): Float64Array => normals(150, random).map((value) => Math.exp(1.5 * value));
  const y = Float64Array.from({ length: 150 }, () => (random() < 0.3 ? 1 : 0));
  const inquiry = inquire({ a: heavy(), b: heavy(), y }, claimOf('prediction', { target: 'y', features: ['a', 'b'] }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p < inquiry.level ? inquiry : heavyTails(random);
}

const comparison = (declared: Declared = {}): Claim =>
  claimOf('comparison', { group: 'group', value: 'value' }, declared);

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

const SHAPE: readonly GateCase[] = [
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
  ...pair('missing-values', 'missing not at random'),
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
      v: random() < 0.6 ? 0 : Math.exp(normalDraw(random)),
    })).flatMap((row) => [row, row, row]);
    return inquire({ group: rows.map((r) => r.g), value: rows.map((r) => r.v) }, comparison());
  }),
  kase('copied-rows', 'inconclusive', 'a table of counts loaded twice', (random) => {
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

const DESIGN: readonly GateCase[] = [
  ...pair('sample-ratio', 'sample ratio 1:1'),
  ...pair('sample-ratio', 'sample ratio 9:1'),
  kase('sample-ratio', 'inconclusive', 'shares in the other order', (random) =>
    inquire(
      { variant: Array.from({ length: 2000 }, () => (random() < 0.9 ? 'B' : 'A')), metric: normals(2000, random) },
      claimOf('experiment', { variant: 'variant', metric: 'metric' }, { intended_split: [0.9, 0.1] }),
    ),
  ),
  kase('contamination', 'inconclusive', 'a tenth of users in both variants', (random) => {
    const rows = Array.from({ length: 300 }, (_, user) =>
      [0, 1].map((k) => ({
        user,
        v: k === 1 && user % 10 === 0 ? 'B' : user % 2 === 0 ? 'A' : 'B',
        m: normalDraw(random),
      })),
    ).flat();
    return inquire(
      { user: rows.map((r) => r.user), variant: rows.map((r) => r.v), metric: rows.map((r) => r.m) },
      claimOf('experiment', { variant: 'variant', metric: 'metric' }, { unit: 'user' }),
    );
  }),
  ...pair('contamination', 'clustered rows', 'sound'),
  ...pair('survivorship', 'survivorship', 'inconclusive'),
  kase(
    'survivorship',
    'inconclusive',
    'a selected population',
    plain('level', 100, 9, { population: 'funds still open today' }),
  ),
  ...pair('claim-unit', 'ecological', 'inconclusive'),
  ...(['unsound', 'inconclusive', 'sound'] as const).map((says) =>
    kase(
      'feature-times',
      says,
      `features ${says === 'unsound' ? 'after' : says === 'sound' ? 'before' : 'rarely after'} the prediction`,
      (random) => {
        const late = { unsound: 0.5, inconclusive: 0.004, sound: 0 }[says];
        const day = Array.from({ length: 1000 }, (_, i) => (i < late * 1000 ? 20 : 5));
        return inquire(
          { signal: normals(1000, random), churned: coins(1000, random), day, snapshot: day.map(() => 10) },
          claimOf(
            'prediction',
            { target: 'churned', features: ['signal'] },
            { prediction_time: 'snapshot', feature_times: { signal: 'day' } },
          ),
        );
      },
    ),
  ),
  ...pair('design', 'undeclared design', 'inconclusive'),
  ...pair('confounding', 'confounding'),
  ...pair('confounding', 'joint confounding'),
  ...pair('post-treatment-control', 'collider').slice(0, 1),
  kase('post-treatment-control', 'inconclusive', 'a mediator held fixed', (random) => {
    const x = normals(400, random);
    const m = x.map((value) => value + 0.3 * normalDraw(random));
    return inquire(
      { x, m, y: m.map((value) => 0.5 * value + normalDraw(random)) },
      claimOf('effect', { x: 'x', y: 'y', controls: ['m'] }, { design: 'randomised', post_treatment: ['m'] }),
    );
  }),
  kase('post-treatment-control', 'inconclusive', 'an effect that hinges on an undated control', (random) => {
    const [x, y] = [normals(400, random), normals(400, random)];
    return inquire(
      { x, y, z: x.map((value, i) => value + (y[i] ?? 0) + 0.3 * normalDraw(random)) },
      claimOf('effect', { x: 'x', y: 'y', controls: ['z'] }, { design: 'observational' }),
    );
  }),
  kase('post-treatment-control', 'sound', 'a later column that changes nothing', (random) => {
    const x = normals(400, random);
    return inquire(
      { x, y: x.map((value) => 0.6 * value + normalDraw(random)), z: normals(400, random) },
      claimOf('effect', { x: 'x', y: 'y', controls: ['z'] }, { design: 'randomised', post_treatment: ['z'] }),
    );
  }),
  ...pair('negative-control', 'unmeasured confounding'),
  ...pair('segment-reversal', 'simpson'),
  ...pair('segment-reversal', 'mix shift'),
  ...(['inconclusive', 'sound'] as const).map((says) =>
    kase('overlap', says, `groups ${says === 'sound' ? 'that mix' : 'that an adjuster separates'}`, (random) => {
      const x = coins(300, random);
      return inquire(
        {
          group: letters(x),
          age: x.map((side) => (says === 'sound' ? 0.5 : 12) * side + normalDraw(random)),
          value: normals(300, random),
        },
        comparison({ pre_treatment: ['age'] }),
      );
    }),
  ),
  ...pair('baseline-selection', 'regression to the mean'),
  ...pair('baseline-selection', 'unlike groups', 'unsound', '0'),
  kase('baseline-selection', 'inconclusive', 'rows picked for a low value, no comparison', (random) => {
    const skill = Array.from({ length: 4000 }, () => normalDraw(random));
    const rows = skill.map((s) => ({ s, before: s + normalDraw(random) })).filter(({ before }) => before < -1.5);
    return inquire(
      { before: rows.map((r) => r.before), after: rows.map((r) => r.s + normalDraw(random)) },
      claimOf('change', { before: 'before', after: 'after' }),
    );
  }),
  ...(['inconclusive', 'sound'] as const).map((says) =>
    kase('pre-trends', says, `groups that ${says === 'sound' ? 'moved alike' : 'drifted apart'} before`, (random) => {
      const rows = Array.from({ length: 800 }, (_, i) => ({ unit: i % 40, month: Math.floor(i / 40), treated: i % 2 }));
      const value = rows.map(
        (r) =>
          normalDraw(random) +
          0.1 * r.month +
          r.treated * (r.month >= 10 ? 1 : 0) +
          (says === 'sound' ? 0 : 0.3 * r.month * r.treated),
      );
      return inquire(
        { unit: rows.map((r) => r.unit), month: rows.map((r) => r.month), treated: rows.map((r) => r.treated), value },
        claimOf('change', { value: 'value', time: 'month', group: 'treated' }, { treatment_start: 10, unit: 'unit' }),
      );
    }),
  ),
  ...pair('immortal-time', 'immortal time'),
  kase('immortal-time', 'unsound', 'a duration compared as a plain number', (random) => {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      life: -5 * Math.log(1 - random()),
      start: i % 2 === 0 ? 4 * random() : 0,
    })).map((row) => ({ ...row, treated: row.start > 0 && row.life > row.start ? 1 : 0 }));
    return inquire(
      {
        treated: rows.map((r) => r.treated),
        life: rows.map((r) => r.life),
        start: rows.map((r) => (r.treated === 1 ? r.start : null)),
      },
      claimOf('comparison', { group: 'treated', value: 'life' }, { treatment_start: 'start' }),
    );
  }),
  kase('unit-change', 'unsound', 'kilograms before, pounds after', (random) => {
    const before = Float64Array.from({ length: 80 }, () => 70 + 8 * normalDraw(random));
    return inquire(
      { before, after: before.map((kg) => (kg + 0.5 * normalDraw(random)) * 2.20462) },
      claimOf('change', { before: 'before', after: 'after' }),
    );
  }),
  ...(['inconclusive', 'sound'] as const).map((says) =>
    kase('crossing-hazards', says, `hazards that ${says === 'sound' ? 'keep their order' : 'cross'}`, (random) => {
      const treated = coins(1200, random);
      const months = treated.map((side) => {
        const early = -Math.log(1 - random()) / (side === 1 ? 2.2 : says === 'sound' ? 1 : 0.7);
        return early < 0.7 || says === 'sound' ? early : 0.7 - Math.log(1 - random()) / (side === 1 ? 0.5 : 2);
      });
      return inquire(
        { months, died: months.map(() => 1), treated },
        claimOf('survival', { time: 'months', event: 'died', group: 'treated' }),
      );
    }),
  ),
];

const MODEL: readonly GateCase[] = [
  ...pair('target-encoding', 'target encoding'),
  kase('target-leak', 'inconclusive', 'a feature that nearly restates the target', (random) => {
    const y = normals(300, random);
    return inquire(
      { y, f: y.map((value) => value + 0.05 * normalDraw(random)) },
      claimOf('prediction', { target: 'y', features: ['f'] }),
    );
  }),
  kase('target-leak', 'unsound', 'a feature that is the target', (random) => {
    const y = normals(300, random);
    return inquire(
      { y, f: y.slice(), g: normals(300, random) },
      claimOf('prediction', { target: 'y', features: ['f', 'g'] }),
    );
  }),
  kase('target-leak', 'sound', 'an honest feature', plain('prediction', 300, 8)),
  kase('held-out', 'inconclusive', 'noise', plain('prediction', 100, 0)),
  kase('held-out', 'sound', 'an honest feature', plain('prediction', 300, 8)),
  ...(['unsound', 'sound'] as const).map((says) =>
    kase(
      'train-test-copies',
      says,
      `test rows ${says === 'sound' ? 'of their own' : 'copied from training rows'}`,
      (random) => {
        const rows = Array.from({ length: 600 }, (_, i) => ({
          split: i < 400 ? 'train' : 'test',
          a: normalDraw(random),
          b: normalDraw(random),
          y: random() < 0.5 ? 1 : 0,
        }));
        const copied = rows.map((row, i) =>
          says === 'unsound' && row.split === 'test' && i % 2 === 0
            ? { ...(rows[i - 400] ?? row), split: 'test', seen: true }
            : { ...row, seen: false },
        );
        const said = copied.map((row) =>
          row.seen || (says === 'sound' && random() < 0.5) ? row.y : random() < 0.5 ? 1 : 0,
        );
        return inquire(
          {
            split: copied.map((r) => r.split),
            a: copied.map((r) => r.a),
            b: copied.map((r) => r.b),
            y: copied.map((r) => r.y),
            said,
          },
          claimOf('classification', { y_true: 'y', y_pred: 'said', split: 'split', features: ['a', 'b'] }),
        );
      },
    ),
  ),
  kase('majority', 'inconclusive', 'always no', (random) =>
    inquire(
      { y: Float64Array.from({ length: 500 }, () => (random() < 0.03 ? 1 : 0)), said: new Float64Array(500) },
      claimOf('classification', { y_true: 'y', y_pred: 'said' }),
    ),
  ),
  kase('majority', 'sound', 'a useful model', plain('classification', 300, 8)),
];

const INFERENCE: readonly GateCase[] = [
  kase('evidence', 'inconclusive', 'nothing there', plain('comparison', 200, 0)),
  kase('evidence', 'sound', 'a clear difference', plain('comparison', 200, 7)),
  ...pair('direction', 'wrong way'),
  kase('direction', 'inconclusive', 'a question that says raises, over a fall', (random) =>
    inquire(groups(300, -1, random), { ...comparison(), question: 'B raises the value' }),
  ),
  ...pair('clustering', 'clustered rows', 'inconclusive'),
  kase('coarser-time', 'inconclusive', 'slow wandering under noise', (random) => wandering(0, random)),
  kase('coarser-time', 'sound', 'a trend that wandering does not hide', (random) => wandering(0.15, random)),
  ...pair('time-dependence', 'random walks'),
  ...pair('time-dependence', 'wandering trend', 'inconclusive', '3'),
  kase('small-sample', 'inconclusive', 'heavy-tailed features of a yes/no outcome', heavyTails),
  kase('small-sample', 'inconclusive', 'five values that agree as many others do', () => {
    const value = [...normals(33, seededRandom('x1')), ...Array.from({ length: 17 }, (_, i) => 0.5 + 0.01 * i)];
    return inquire({ group: value.map((_, i) => (i < 45 ? 'A' : 'B')), value }, comparison());
  }),
  kase('small-sample', 'sound', 'a clear difference in 40 rows', (random) =>
    inquire(groups(40, 2, random), comparison()),
  ),
  kase('leverage', 'inconclusive', 'a slope on a lognormal x with unequal errors', (random) => {
    const x = Float64Array.from({ length: 60 }, () => Math.exp(1.6 * normalDraw(random)));
    return inquire(
      { x, y: x.map((value) => 0.6 * value + 0.5 * value * normalDraw(random)) },
      claimOf('association', { x: 'x', y: 'y' }),
    );
  }),
  kase('leverage', 'sound', 'a slope on a normal x', plain('association', 200, 7)),
  kase('skewness', 'inconclusive', 'a lognormal mean below its truth', () => {
    const value = Float64Array.from({ length: 40 }, (_, i) => Math.exp(-1.3 * normalQuantile((i + 0.5) / 40)));
    return inquire({ value }, claimOf('level', { value: 'value', threshold: 3.96 }));
  }),
  kase('skewness', 'sound', 'a symmetric mean', plain('level', 200, 7)),
  ...pair('adjustment-form', 'curved confounding', 'inconclusive'),
  ...pair('outliers', 'outliers'),
  kase('monotone', 'inconclusive', 'a parabola', (random) => {
    const x = normals(400, random);
    return inquire(
      { x, y: x.map((value) => (value + 0.3) ** 2 + 0.5 * normalDraw(random)) },
      claimOf('association', { x: 'x', y: 'y' }),
    );
  }),
  kase('monotone', 'sound', 'a line', plain('association', 200, 7)),
  ...pair('novelty', 'novelty'),
  ...pair('goal-metric', 'proxy', 'inconclusive'),
  kase('goal-metric', 'unsound', 'a goal that falls', (random) => {
    const x = coins(800, random);
    return inquire(
      {
        variant: letters(x),
        clicks: x.map((s) => 0.6 * s + normalDraw(random)),
        revenue: x.map((s) => -0.6 * s + normalDraw(random)),
      },
      claimOf('experiment', { variant: 'variant', metric: 'clicks' }, { goal_metric: 'revenue' }),
    );
  }),
  kase(
    'stopping',
    'inconclusive',
    'stopped early at a look',
    plain('experiment', 300, 2.2, { planned_rows: 600, looks: 20, stopping: 'first p < 0.05' }),
  ),
  kase('stopping', 'inconclusive', 'stopped early, looks not told', plain('experiment', 300, 8, { planned_rows: 600 })),
  kase(
    'stopping',
    'sound',
    'stopped early on overwhelming evidence',
    plain('experiment', 300, 8, { planned_rows: 600, looks: 20, stopping: 'first p < 0.05' }),
  ),
  kase(
    'stopping',
    'sound',
    'fixed in advance',
    plain('experiment', 300, 4, { planned_rows: 300, looks: 1, stopping: 'fixed' }),
  ),
  ...(['inconclusive', 'sound'] as const).map((says) =>
    kase('family', says, `the best of 40 with ${says === 'sound' ? 'strong' : 'weak'} evidence`, (random) => {
      const x = coins(300, random);
      const columns = Object.fromEntries(
        Array.from({ length: 40 }, (_, m) => [
          `m${m}`,
          x.map((side) => (m === 7 ? (says === 'sound' ? 0.8 : 0.36) : 0) * side + normalDraw(random)),
        ]),
      );
      return inquire(
        { group: letters(x), ...columns },
        claimOf('comparison', { group: 'group', value: 'm7' }, { family: Object.keys(columns) }),
      );
    }),
  ),
  kase('attempts', 'inconclusive', 'the 25th attempt, weak', plain('comparison', 300, 3.6, {}, { attempts: 25 })),
  kase('attempts', 'sound', 'the 25th attempt, strong', plain('comparison', 300, 9, {}, { attempts: 25 })),
];

/** Every gate accuses at least one case and passes another. */
export const GATE_CASES: readonly GateCase[] = [...SHAPE, ...DESIGN, ...MODEL, ...INFERENCE];
