import { setImmediate as turn } from 'node:timers/promises';
import { ProblemError } from '@svc/contracts';
import { predictionOf } from '../scorer/flat/flat-scorer';
import type { Label } from '../scorer/flat/flat-document';
import type { Cell } from '../scorer/flat/row-encoder';
import type { ServedVersion } from './served-versions';

/** How long others wait for their turn while many rows are scored. */
const SLICE_MS = 5;

export interface PredictionOptions {
  readonly probabilities: boolean;
  readonly signal: AbortSignal;
}

/** One prediction for each row. Refuses with `model-failed` when the model has no number for one. */
export async function predictRows(
  { scorer, inputs }: ServedVersion,
  rows: readonly (readonly Cell[])[],
  { probabilities, signal }: PredictionOptions,
): Promise<(Label | number[])[]> {
  const predictions: (Label | number[])[] = [];
  let since = performance.now();
  for (const [i, row] of rows.entries()) {
    if (performance.now() - since > SLICE_MS) {
      await turn();
      signal.throwIfAborted();
      since = performance.now();
    }
    const answer = scorer.answer(inputs.map((at) => row[at] ?? null));
    const label = answer.every((it) => Number.isFinite(it)) ? predictionOf(answer, scorer.classes) : null;
    if (label === null) throw new ProblemError('model-failed', `The model has no finite answer for row ${i}.`);
    predictions.push(probabilities && scorer.classes !== null ? answer : label);
  }
  return predictions;
}
