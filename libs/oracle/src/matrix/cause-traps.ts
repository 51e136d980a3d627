import { without } from '../claim/claim';
import { normalDraw, type Random } from '../statistics/sample/hash-random';
import type { Declared } from '../claim/claim';
import { clean, type GateTrap, outcomes, trap } from './gate-trap';
import { focalsOf, isContinuous, isGrouped, type Kind, MARGIN, type Rows, slopeOf } from './kind-shape';

const COMPARED: readonly Kind[] = ['association', 'effect', 'comparison', 'experiment', 'proportion'];

/** Nobody assigned the sides by chance. */
const observed = (kind: Kind, more: Declared): Declared => ({
  ...(kind === 'effect' ? { design: 'observational' } : {}),
  ...(kind === 'change' ? { assignment: 'self-selected' } : {}),
  ...more,
});

const draws = (n: number, random: Random): number[] => Array.from({ length: n }, () => normalDraw(random));
const at = (values: readonly number[], row: number): number => values[row] ?? 0;

/** A common cause that makes the link, or hides a difference; or one that leaves something. An experiment is assigned by chance. */
function confounded(kind: Kind, isReal: boolean, random: Random): Rows {
  const n = 500;
  const w = draws(n, random);
  const isAssigned = isReal && (kind === 'experiment' || kind === 'change' || slopeOf(kind, false, 0) !== 0);
  const x = focalsOf(kind, n, random, isAssigned ? undefined : (row) => at(w, row));
  // Of the sides of a driven coin w differs by 1, so this hides a difference of just the margin.
  const weight = kind === 'equivalence' && !isReal ? -MARGIN : kind === 'noninferiority' && !isReal ? MARGIN : 0.9;
  const z = outcomes(kind, isReal, x, random, 0.9, (row) => weight * at(w, row) + 0.8 * normalDraw(random));
  return { x, z, others: { w }, declared: observed(kind, { pre_treatment: ['w'] }) };
}

const curved = trap('adjustment-form', COMPARED, (kind, isReal, random) => {
  const n = 600;
  const w = draws(n, random);
  const bent = w.map((value) => (isReal ? value : 0.8 * (value ** 2 - 1) + 0.4 * value));
  const isAssigned = isReal && kind === 'experiment';
  const x = focalsOf(kind, n, random, isAssigned ? undefined : (row) => at(bent, row));
  const z = outcomes(kind, isReal, x, random, 0.9, (row) => 0.9 * at(bent, row) + 0.7 * normalDraw(random));
  return { x, z, others: { w }, declared: observed(kind, { pre_treatment: ['w'] }) };
});

const negativeControl = trap(
  'negative-control',
  COMPARED,
  (kind, isReal, random) => {
    const n = 600;
    const u = draws(n, random);
    const x = focalsOf(kind, n, random, isReal ? undefined : (row) => at(u, row));
    const z = outcomes(kind, isReal, x, random, 0.8, (row) => 0.8 * at(u, row) + 0.7 * normalDraw(random));
    const falsifier = u.map((value) => 0.8 * value + 0.6 * normalDraw(random));
    const declared: Declared = { ...(isReal ? {} : observed(kind, {})), negative_controls: ['falsifier'] };
    return { x, z, others: { falsifier }, declared };
  },
  'the column may as well be another outcome; the link itself is there',
);

/** A common effect among the controls; or a cause. */
function colliding(kind: Kind, isReal: boolean, random: Random): Rows {
  const n = 600;
  const before = draws(n, random);
  const isAssigned = kind === 'experiment' || !isReal;
  const x = focalsOf(kind, n, random, isAssigned ? undefined : (row) => at(before, row));
  const z = outcomes(kind, isReal, x, random, 0.9, (row) => (isReal ? 0.5 * at(before, row) : 0) + normalDraw(random));
  const after = z.map((value, row) => value + (isContinuous(kind) ? 1 : 2.5) * at(x, row) + 0.5 * normalDraw(random));
  return {
    x,
    z,
    others: { control: isReal ? before : after },
    roles: { controls: ['control'] },
    declared: observed(kind, isReal ? { pre_treatment: ['control'] } : { post_treatment: ['control'] }),
  };
}

const LINKED = 'without it the claim is a link among rows that are alike in the control, and there is one';
const colliders = [
  trap('post-treatment-control', ['effect', 'experiment'], colliding),
  trap('post-treatment-control', ['association', 'comparison', 'proportion'], colliding, LINKED),
];

/** Inside each segment the effect goes the other way. */
const segments = trap('segment-reversal', COMPARED, (kind, isReal, random) => {
  const n = 800;
  const segment = Array.from({ length: n }, () => (random() < 0.5 ? 1 : 0));
  const x = focalsOf(kind, n, random, isReal ? undefined : (row) => 2 * at(segment, row) - 1);
  const slope = isReal ? 0.9 : -0.4;
  const z = x.map((value, row) => 3 * (at(segment, row) - 0.5) + slope * value + normalDraw(random));
  return {
    x,
    z,
    others: { segment: segment.map((it) => (it === 1 ? 'north' : 'south')) },
    declared: observed(kind, { direction: isGrouped(kind) ? 'B>A' : '>', pre_treatment: ['segment'] }),
  };
});

/** Every row of one side has a w that no row of the other side has. */
const overlap = trap('overlap', ['effect', 'comparison', 'experiment', 'proportion'], (kind, isReal, random) => {
  const n = 400;
  const w = draws(n, random);
  const x = isReal ? focalsOf('comparison', n, random) : w.map((value) => (value > 0 ? 1 : 0));
  const z = outcomes(kind, isReal, x, random, 0.9, (row) => 0.8 * Math.tanh(2 * at(w, row)) + 0.6 * normalDraw(random));
  return { x, z, others: { w }, declared: observed(kind, { pre_treatment: ['w'] }) };
});

const direction = trap(
  'direction',
  ['level', 'association', 'effect', 'comparison', 'experiment', 'change', 'trend', 'proportion'],
  (kind, isReal, random) => {
    const rows = clean(kind, true, random);
    const [more, less] = isGrouped(kind) ? ['B>A', 'A>B'] : ['>', '<'];
    return { ...rows, declared: { direction: isReal ? more : less } };
  },
  'without a direction the claim is that there is a difference, and there is',
);

const goal = trap(
  'goal-metric',
  ['association', 'effect', 'comparison', 'experiment', 'change', 'proportion'],
  (kind, isReal, random) => {
    const x = focalsOf(kind, 600, random);
    const revenue = x.map((value) => (isReal ? 0.9 : -0.05) * value + normalDraw(random));
    return { x, z: outcomes(kind, true, x, random), others: { revenue }, declared: { goal_metric: 'revenue' } };
  },
  'without a goal the claim is about the proxy, and that did move',
);

const claimUnit = trap(
  'claim-unit',
  without('prediction', 'classification'),
  (kind, isReal, random) => ({
    ...clean(kind, true, random),
    others: { region: Array.from({ length: 200 }, (_, row) => `r${row}`) },
    declared: { unit: 'region', claim_unit: isReal ? 'region' : 'person' },
  }),
  'without it the claim is about the rows, which are regions',
);

const undesigned = trap('design', ['effect'], (kind, isReal, random) => ({
  ...clean(kind, true, random),
  declared: { design: isReal ? 'randomised' : 'observational' },
}));

/** Traps about causes, for every kind that they can be planted in. */
export const CAUSE_TRAPS: readonly GateTrap[] = [
  trap('confounding', COMPARED, confounded),
  trap('undeclared-causes', [...COMPARED, 'change', 'equivalence', 'noninferiority'], confounded),
  curved,
  negativeControl,
  ...colliders,
  segments,
  overlap,
  direction,
  goal,
  claimUnit,
  undesigned,
];
