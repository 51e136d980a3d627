import { CLAIM_KINDS, type ClaimKind } from '../claim/claim';
import { MEASURED_SIZES } from '../verdict/error-rate-row';
import { measure, type Measured } from './measure';
import { PLAIN_PLANTS } from './plain-plants';
import type { Plant } from './planted';
import { VIOLATION_PLANTS } from './violation-plants';

export interface CalibrationOptions {
  /** Kinds to measure; all that make an estimate unless told. */
  readonly kinds?: readonly ClaimKind[];
  readonly sizes?: readonly number[];
  /** Effects in standard errors of the honest test: 2.8 is found half of the time, 3.65 four times in five. */
  readonly effects?: readonly number[];
  readonly draws?: number;
  readonly seed?: string;
  /** Leave the recorded violations out. */
  readonly plainOnly?: boolean;
}

/** One row of the published table. */
export interface ErrorRates {
  /** `comparison-1000`, what a certificate's `error_rates` points at; violations have no such row. */
  readonly id: string;
  readonly kind: ClaimKind;
  readonly design: string;
  readonly n: number;
  readonly nulls: Measured;
  readonly effects: readonly { readonly shift: number; readonly measured: Measured }[];
}

interface Design {
  readonly kind: ClaimKind;
  readonly design: string;
  readonly plant: Plant;
}

function designs({ kinds = CLAIM_KINDS, plainOnly = false }: CalibrationOptions): Design[] {
  const plain = Object.entries(PLAIN_PLANTS).flatMap(([name, plant]): Design[] => {
    const kind = CLAIM_KINDS.find((known) => known === name);
    return kind === undefined ? [] : [{ kind, design: 'plain', plant }];
  });
  const violated = plainOnly ? [] : VIOLATION_PLANTS.map(({ kind, name, plant }) => ({ kind, design: name, plant }));
  return [...plain, ...violated].filter(({ kind }) => kinds.includes(kind));
}

/** Measures error rates, one row after the other; the same options give the same numbers on every machine. */
export function* calibrate(options: CalibrationOptions = {}): Generator<ErrorRates> {
  const { sizes = MEASURED_SIZES, effects = [2.8, 3.65], draws = 2000, seed = 'svc-oracle' } = options;
  for (const { kind, design, plant } of designs(options)) {
    for (const n of sizes) {
      const named = (part: string): string => `${seed}/${kind}/${design}/${n}/${part}`;
      yield {
        id: design === 'plain' ? `${kind}-${n}` : '',
        kind,
        design,
        n,
        nulls: measure(plant, n, 0, draws, named('null')),
        effects: effects.map((shift) => ({ shift, measured: measure(plant, n, shift, draws, named(String(shift))) })),
      };
    }
  }
}

const HEADER = ['row', 'kind', 'design', 'n', 'draws', 'false sound', 'false unsound', 'power (standard test)', 'coverage'];

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(2)}%`;
}

function cells(row: ErrorRates): string[] {
  const { draws } = row.nulls;
  const power = row.effects.map(({ shift, measured }) => `${shift} SE: ${percent(measured.sound, draws)}${measured.standard === null ? '' : ` (${percent(measured.standard, draws)})`}`);
  const unsound = row.effects.reduce((total, { measured }) => total + measured.unsound, 0);
  const covered = [row.nulls, ...row.effects.map(({ measured }) => measured)].map(({ coverage }) => coverage).filter((share) => share !== null);
  return [
    row.id === '' ? '' : `<a id="${row.id}"></a>${row.id}`, row.kind, row.design, String(row.n), String(draws),
    `${row.nulls.sound} (${percent(row.nulls.sound, draws)})`,
    `${unsound} (${percent(unsound, draws * row.effects.length)})`,
    power.join('; '),
    covered.length === 0 ? '–' : percent(covered.reduce((a, b) => a + b, 0), covered.length),
  ];
}

/** The table as Markdown, with the anchors that certificates name. */
export function formatErrorRates(rows: readonly ErrorRates[]): string {
  const lines = [HEADER, HEADER.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
