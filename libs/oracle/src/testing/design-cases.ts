import { claimOf, coins, letters, normals } from '../calibrate/plants/planted';
import { normalDraw } from '../statistics/sample/hash-random';
import { type GateCase, comparison, inquire, kase, pair, plain } from './gate-case';

/** Cases of the gates that look at how the data came to be. */
export const DESIGN_CASES: readonly GateCase[] = [
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
  ...pair('confounding', 'an adjusted claim'),
  kase('confounding', 'inconclusive', 'a reversal, and nobody says which of the two is claimed', (random) => {
    const w = normals(800, random);
    const x = w.map((value) => value + normalDraw(random));
    const y = w.map((value, i) => 2 * value - 0.4 * (x[i] ?? 0) + normalDraw(random));
    return inquire({ x, y, w }, claimOf('association', { x: 'x', y: 'y' }, { pre_treatment: ['w'] }));
  }),
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
  ...pair('baseline-selection', 'unlike groups', 'inconclusive', '0'),
  kase('baseline-selection', 'inconclusive', 'unlike groups that changed by what adjusting takes away', (random) => {
    const rows = Array.from({ length: 800 }, (_, i) => {
      const own = normalDraw(random) - 1.5 * (i % 2);
      return { own, before: own + normalDraw(random), treated: i % 2 };
    });
    const after = rows.map(({ own, treated }) => own + 0.75 * treated + normalDraw(random));
    return inquire(
      { before: rows.map((row) => row.before), after, treated: rows.map((row) => row.treated) },
      claimOf('change', { before: 'before', after: 'after', group: 'treated' }),
    );
  }),
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
