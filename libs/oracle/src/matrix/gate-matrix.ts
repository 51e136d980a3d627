import { attest } from '../attest/attest';
import type { Verdict } from '../claim/verdict';
import { GATES } from '../gates/all-gates';
import { seededRandom } from '../statistics/sample/hash-random';
import { CAUSE_TRAPS } from './cause-traps';
import { type GateTrap, silent } from './gate-trap';
import type { Kind } from './kind-shape';
import { ROW_TRAPS } from './row-traps';
import { SINGLE_TRAPS } from './single-traps';

/** How often each verdict was given. */
export type Verdicts = Readonly<Record<Verdict, number>>;

/** The sides of a cell: traps as declared and with nothing declared, twins as declared. */
export const SIDES = ['trap declared', 'trap silent', 'twin declared'] as const;
export type Side = (typeof SIDES)[number];

/** A gate and a kind with a planted trap. */
export interface MatrixCell {
  readonly gate: string;
  readonly kind: Kind;
  /** Why there is no silent trap; null where there is one. */
  readonly onlyDeclared: string | null;
}

const TRAPS: readonly GateTrap[] = [...ROW_TRAPS, ...CAUSE_TRAPS, ...SINGLE_TRAPS];

/** Every planted cell, gates in the order they run. */
export const MATRIX_CELLS: readonly MatrixCell[] = GATES.flatMap(({ name }) =>
  TRAPS.filter(({ gate }) => gate === name).flatMap(({ gate, kinds, onlyDeclared }) =>
    kinds.map((kind) => ({ gate, kind, onlyDeclared })),
  ),
);

/** Judges `draws` data sets of one side of a cell; each draw has a seed of its own, so any part can be repeated alone. */
export function measureSide({ gate, kind }: MatrixCell, side: Side, draws: number, from = 0): Verdicts {
  const found = TRAPS.find((it) => it.gate === gate && it.kinds.includes(kind));
  if (found === undefined) throw new Error(`nothing is planted for ${gate} and ${kind}`);
  const counts = { sound: 0, unsound: 0, inconclusive: 0 };
  for (let draw = from; draw < from + draws; draw++) {
    const isReal = side === 'twin declared';
    const planted = found.plant(
      kind,
      isReal,
      seededRandom(`matrix/${gate}/${kind}/${isReal ? 'twin' : 'trap'}/${draw}`),
    );
    const claim = side === 'trap silent' ? silent(planted.claim) : planted.claim;
    counts[attest({ ...planted, claim }).verdict]++;
  }
  return counts;
}
