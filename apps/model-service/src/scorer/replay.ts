import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { type FlatScorer, predictionOf } from './flat/flat-scorer';

const MIN_ROWS = 1_000;
const MAX_DIFFERENCE = 1e-9;
/** Others get their turn between so many rows. */
const ROWS_AT_ONCE = 100;

const cell = z.union([z.number(), z.boolean(), z.string(), z.null()]);

/** `flat_replay.json` of an archive: rows, and what Python answers to them. */
const replayDocument = z.object({
  inputs: z.array(z.string()),
  rows: z.array(z.array(cell)),
  answers: z.array(z.array(z.number())),
  predictions: z.array(z.union([z.string(), z.number(), z.boolean()])),
});

/** How a scorer did beside Python. */
export interface Comparison {
  readonly rows: number;
  readonly largestDifference: number;
  /** Rows for which another class is predicted. */
  readonly flips: number;
  /** Null: it earned to be used. */
  readonly failure: string | null;
}

/** Scores every row of a replay and compares. */
export async function compareWithReplay(scorer: FlatScorer, document: unknown): Promise<Comparison> {
  const parsed = replayDocument.safeParse(document);
  if (!parsed.success) return failed('its replay does not fit its schema');
  const { inputs, rows, answers, predictions } = parsed.data;
  if (inputs.join('\n') !== scorer.inputs.map((it) => it.name).join('\n'))
    return failed('its replay has other columns than its scorer');
  if (rows.length < MIN_ROWS || answers.length !== rows.length || predictions.length !== rows.length)
    return failed(`its replay has fewer than ${MIN_ROWS} rows with answers`);
  let largest = 0;
  let flips = 0;
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_AT_ONCE === 0) await turn();
    const ours = scorer.answer(row);
    const theirs = answers[i] ?? [];
    for (const [j, it] of ours.entries()) largest = Math.max(largest, distance(it, theirs[j]));
    if (scorer.classes !== null && predictionOf(ours, scorer.classes) !== predictions[i]) flips += 1;
  }
  const failure =
    flips > 0 || largest > MAX_DIFFERENCE
      ? `replayed, it differs by ${largest.toPrecision(3)} and in ${flips} of ${rows.length} predictions`
      : null;
  return { rows: rows.length, largestDifference: largest, flips, failure };
}

/** As far as numbers go where there is nothing to compare with. */
function distance(ours: number, theirs: number | undefined): number {
  const difference = Math.abs(ours - (theirs ?? NaN));
  return Number.isFinite(difference) ? difference : Number.MAX_VALUE;
}

function failed(failure: string): Comparison {
  return { rows: 0, largestDifference: 0, flips: 0, failure };
}
