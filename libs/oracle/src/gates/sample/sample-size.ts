import { without } from '../../claim/claim';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Rows below which a slope and its shape cannot be judged together. */
const MIN_ROWS = 20;
const MIN_PER_GROUP = 5;

/** There are rows enough to see what the other gates look for. */
export const sampleSize: Gate = {
  name: 'sample-size',
  kinds: without('trend', 'prediction', 'classification'),
  looksFor: 'claims from a handful of rows, in which no defect could be detected',
  statistic: 'complete rows, or rows of the smaller group',
  threshold: '20 rows for a slope or a level, 5 per group',
  source: 'below it, gates for outliers, shape and segments have no power',
  examine({ study }) {
    if (study === null || study.shape === 'empty') return skip('there is no study');
    const smallest = smallestGroup(study);
    const slope = (study.shape === 'contrast' && study.sides === null) || study.shape === 'mean';
    const numbers = { statistic: smallest ?? study.n, threshold: slope ? MIN_ROWS : MIN_PER_GROUP, n: study.n };
    if (slope && study.n < MIN_ROWS)
      return inconclusive(`${study.n} complete rows are too few (${MIN_ROWS} are needed)`, numbers);
    if (smallest !== null && smallest < MIN_PER_GROUP)
      return inconclusive(`the smallest group has ${smallest} rows (${MIN_PER_GROUP} are needed)`, numbers);
    return sound(
      smallest === null ? `${study.n} complete rows` : `${study.n} complete rows, ${smallest} in the smallest group`,
      numbers,
    );
  },
};

function smallestGroup(study: NonNullable<Parameters<Gate['examine']>[0]['study']>): number | null {
  if (study.shape === 'groups')
    return Math.min(...study.labels.map((_, code) => study.codes.filter((own) => own === code).length));
  const flags =
    study.shape === 'contrast' && study.sides !== null ? study.x : study.shape === 'survival' ? study.exposed : null;
  if (flags === null) return null;
  const ones = flags.reduce((total, flag) => total + flag, 0);
  return Math.min(ones, flags.length - ones);
}
