import { CLAIM_KINDS, type ClaimKind } from '../claim/claim';
import { sizesOf } from '../verdict/error-rate-row';
import { measure, type Measured } from './measure';
import { OUTCOME_PLANTS } from './plants/outcome-plants';
import { PLAIN_PLANTS } from './plants/plain-plants';
import type { Plant } from './plants/planted';
import { VIOLATION_PLANTS } from './plants/violation-plants';

export interface CalibrationOptions {
  /** Kinds to measure; all that make an estimate unless told. */
  readonly kinds?: readonly ClaimKind[];
  readonly sizes?: readonly number[];
  /** Effects in standard errors of the honest test: 2.8 is found half of the time, 3.65 four times in five. */
  readonly effects?: readonly number[];
  readonly draws?: number;
  /** Fewer draws of larger tables: so many rows are drawn for a cell at most. */
  readonly mostRows?: number;
  readonly seed?: string;
  /** Leave the recorded violations out. */
  readonly plainOnly?: boolean;
}

/** A part of the calibration that is measured in one go; its name is its seed, so it gives the same counts anywhere. */
export interface Cell {
  /** `svc-oracle/comparison/plain/1000/2.8/0`: seed, kind, design, rows, effect (0: none), part. */
  readonly name: string;
  readonly kind: ClaimKind;
  readonly design: string;
  readonly n: number;
  readonly shift: number;
  readonly part: number;
  readonly draws: number;
}

/** Draws of one cell: a run that is interrupted loses no more than these. */
const DRAWS_PER_CELL = 500;

interface Design {
  readonly kind: ClaimKind;
  readonly design: string;
  readonly plant: Plant;
}

function designs(): Design[] {
  const plain = Object.entries(PLAIN_PLANTS).flatMap(([name, plant]): Design[] => {
    const kind = CLAIM_KINDS.find((known) => known === name);
    return kind === undefined ? [] : [{ kind, design: 'plain', plant }];
  });
  return [
    ...plain,
    ...[...OUTCOME_PLANTS, ...VIOLATION_PLANTS].map(({ kind, name, plant }) => ({ kind, design: name, plant })),
  ];
}

/** Everything the options ask for, row by row. Under a violation the strongest effect alone is planted. */
export function calibrationPlan(options: CalibrationOptions = {}): Cell[] {
  const {
    kinds = CLAIM_KINDS,
    sizes,
    effects = [2.8, 3.65],
    draws = 2000,
    mostRows = Infinity,
    seed = 'svc-oracle',
    plainOnly = false,
  } = options;
  return designs()
    .filter(({ kind, design }) => kinds.includes(kind) && (design === 'plain' || !plainOnly))
    .flatMap(({ kind, design }) =>
      (sizes ?? sizesOf(design)).flatMap((n) => {
        const shifts = [0, ...(design === 'plain' ? effects : effects.slice(-1))];
        const wanted = Math.min(draws, Math.ceil(mostRows / n));
        return shifts.flatMap((shift) =>
          Array.from({ length: Math.ceil(wanted / DRAWS_PER_CELL) }, (_, part): Cell => ({
            name: `${seed}/${kind}/${design}/${n}/${shift}/${part}`,
            kind,
            design,
            n,
            shift,
            part,
            draws: Math.min(DRAWS_PER_CELL, wanted - part * DRAWS_PER_CELL),
          })),
        );
      }),
    );
}

/** Draws the cell's data sets and counts their verdicts. */
export function measureCell({ name, kind, design, n, shift, draws }: Cell): Measured {
  const found = designs().find((known) => known.kind === kind && known.design === design);
  if (found === undefined) throw new Error(`no data are simulated for ${kind}, ${design}`);
  return measure(found.plant, n, shift, draws, name);
}
