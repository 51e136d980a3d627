import type { Claim, ClaimKind, Declared, RoleValue } from '../claim/claim';
import { normalDraw, type Random } from '../statistics/sample/hash-random';
import { claimOf } from '../calibrate/plants/planted';

/** A kind of claim that makes an estimate. */
export type Kind = Exclude<ClaimKind, 'table'>;
export type Columns = Readonly<Record<string, ArrayLike<unknown>>>;

/** Rows before they have the columns of a kind: a focal variable and an outcome in standard deviations. */
export interface Rows {
  readonly x: readonly number[];
  /** Null where it is missing. */
  readonly z: readonly (number | null)[];
  readonly others?: Columns;
  readonly roles?: Readonly<Record<string, RoleValue>>;
  readonly declared?: Declared;
}

/** How far apart two groups may be in a claim about a margin. */
export const MARGIN = 1;
const CONTINUOUS: readonly Kind[] = ['association', 'effect', 'prediction'];
const MARGINAL: readonly Kind[] = ['equivalence', 'noninferiority'];

export const isContinuous = (kind: Kind): boolean => CONTINUOUS.includes(kind);
/** Whether rows are of two groups. */
export const isGrouped = (kind: Kind): boolean => !isContinuous(kind) && kind !== 'level' && kind !== 'trend';

/** What one unit of x adds to the outcome: `effect` or nothing; of a margin, nothing or exactly the margin. */
export function slopeOf(kind: Kind, isReal: boolean, effect: number): number {
  if (MARGINAL.includes(kind)) return isReal ? 0 : kind === 'equivalence' ? MARGIN : -MARGIN;
  return isReal ? effect : 0;
}

/** The focal variable of a row: chance, or driven by a score of the row. */
export function focalOf(kind: Kind, random: Random, score?: number): number {
  if (kind === 'level') return 1;
  const own = normalDraw(random);
  if (!isGrouped(kind)) return score === undefined ? own : 0.75 * score + 0.66 * own;
  return (score === undefined ? own : 0.8 * score + own) > 0 ? 1 : 0;
}

/** The focal variable of n rows; of a trend it is their order. */
export function focalsOf(kind: Kind, n: number, random: Random, score?: (row: number) => number): number[] {
  const at = (row: number): number =>
    kind === 'trend' ? (row - n / 2) / (0.29 * n) : focalOf(kind, random, score?.(row));
  const x = Array.from({ length: n }, (_, row) => at(row));
  return isGrouped(kind) && n >= 4 ? x.map((side, row) => (row < 4 && score === undefined ? row % 2 : side)) : x;
}

/** How much a row speaks for the claim: what a careless hand would keep. */
export function speaksFor(kind: Kind, x: number, z: number): number {
  if (kind === 'level' || kind === 'noninferiority') return z;
  if (kind === 'equivalence') return MARGIN - z;
  return isGrouped(kind) ? z * (2 * x - 1) : z * x;
}

/** The outcome column as the kind has it. */
export function outcomeOf(kind: Kind, z: Rows['z']): (number | null)[] {
  if (kind === 'proportion' || kind === 'classification')
    return z.map((value) => (value === null ? null : value > 0 ? 1 : 0));
  return kind === 'survival' ? z.map((value) => (value === null ? null : Math.exp(value))) : [...z];
}

/** The role that holds the outcome. */
export const OUTCOME_ROLE: Readonly<Record<Kind, string>> = {
  level: 'value',
  association: 'y',
  effect: 'y',
  comparison: 'value',
  experiment: 'metric',
  change: 'after',
  trend: 'value',
  proportion: 'outcome',
  prediction: 'target',
  classification: 'y_true',
  survival: 'time',
  equivalence: 'value',
  noninferiority: 'value',
};

/** Rows in the columns of a kind, and the claim about them. */
export function shaped(kind: Kind, rows: Rows, random: Random): { readonly columns: Columns; readonly claim: Claim } {
  const side = rows.x.map((value) => (value > 0 ? 'B' : 'A'));
  const result = outcomeOf(kind, rows.z);
  const { columns, roles, declared } = SHAPES[kind](rows.x, side, result, random);
  return {
    columns: { ...columns, ...rows.others },
    claim: claimOf(kind, { ...roles, ...rows.roles }, { ...declared, ...rows.declared }),
  };
}

interface Shape {
  readonly columns: Columns;
  readonly roles: Readonly<Record<string, RoleValue>>;
  readonly declared?: Declared;
}
type Shaping = (x: readonly number[], side: readonly string[], result: (number | null)[], random: Random) => Shape;

const grouped: Shaping = (_, group, value) => ({
  columns: { group, value },
  roles: { group: 'group', value: 'value' },
});
const linked: Shaping = (x, _, y) => ({ columns: { x, y }, roles: { x: 'x', y: 'y' } });

const SHAPES: Readonly<Record<Kind, Shaping>> = {
  level: (_, _side, value) => ({ columns: { value }, roles: { value: 'value', threshold: 0 } }),
  association: linked,
  effect: (...rows) => ({ ...linked(...rows), declared: { design: 'randomised' } }),
  comparison: grouped,
  experiment: (_, variant, metric) => ({
    columns: { variant, metric },
    roles: { variant: 'variant', metric: 'metric' },
    declared: { intended_split: [0.5, 0.5] },
  }),
  change: (_, group, result, random) => {
    const before = result.map(() => normalDraw(random));
    const after = result.map((value, i) => (value === null ? null : 0.5 * (before[i] ?? 0) + value));
    return {
      columns: { before, after, group },
      roles: { before: 'before', after: 'after', group: 'group' },
      declared: { assignment: 'randomised' },
    };
  },
  trend: (x, _, value) => ({
    columns: { time: x.map((_x, i) => i), value },
    roles: { time: 'time', value: 'value' },
  }),
  proportion: (_, group, yes) => ({ columns: { group, yes }, roles: { group: 'group', outcome: 'yes' } }),
  prediction: (x, _, y) => ({ columns: { x, y }, roles: { target: 'y', features: ['x'] } }),
  classification: (x, _, truth) => ({
    columns: { truth, said: x.map((value) => (value > 0 ? 1 : 0)) },
    roles: { y_true: 'truth', y_pred: 'said' },
  }),
  survival: (x, group, months) => ({
    columns: { months, died: x.map(() => 1), group },
    roles: { time: 'months', event: 'died', group: 'group' },
  }),
  equivalence: (...rows) => ({ ...grouped(...rows), declared: { margin: MARGIN } }),
  noninferiority: (...rows) => ({ ...grouped(...rows), declared: { margin: MARGIN, better: 'higher' } }),
};
