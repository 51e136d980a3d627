import { interval } from '../statistics/distribution/contrast';
import { normalTail, studentTail } from '../statistics/distribution/distributions';
import { numbers } from '../statistics/sample/rows';
import type { ClassificationStudy } from '../study/study';
import type { Examined } from './evidence';
import { groupedError, groupedWords, isTooFew, tooFew, UP } from './grouped-error';

/** Several classes: Cohen's κ against zero with the variance of independent predictions (Fleiss, Cohen & Everitt 1969). */
export function examineKappa(study: ClassificationStudy, predicted: Int32Array, index: Int32Array): Examined {
  const n = index.length;
  const parts = agreement(study, predicted, index);
  const { rows, columns, agreed, expected } = parts;
  const third = rows.reduce(
    (total, share, c) => total + share * (columns[c] ?? NaN) * (share + (columns[c] ?? NaN)),
    0,
  );
  const kappa = (agreed - expected) / (1 - expected);
  const nullError = Math.sqrt((expected + expected ** 2 - third) / n) / (1 - expected);
  const error = Math.sqrt((agreed * (1 - agreed)) / n) / (1 - expected);
  if (nullError === 0) return { impossible: 'all predictions are the same class: nothing beyond the majority rate' };
  const grouped = groupedError(kappaInfluence(study, predicted, index, parts), study, index);
  if (grouped !== null && isTooFew(grouped)) return tooFew(study, grouped);
  return {
    p: grouped === null ? normalTail(kappa / nullError) : studentTail(kappa / grouped.error, grouped.df),
    statistic: kappa / (grouped?.error ?? nullError),
    estimate: {
      value: kappa,
      label: `Cohen's kappa for ${study.target}`,
      unit: null,
      interval: interval({ value: kappa, error: grouped?.error ?? error, df: grouped?.df ?? Infinity }),
      n,
    },
    direction: UP,
    contrast: null,
    method: grouped === null ? "Cohen's kappa" : groupedWords(study, "Cohen's kappa"),
    condition: 1,
  };
}

/** Shares of the classes as they are and as they are predicted, and how often both agree, by chance and in fact. */
interface KappaParts {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  readonly agreed: number;
  readonly expected: number;
}

/** What each row moves kappa by, to first order. */
function kappaInfluence(
  study: ClassificationStudy,
  predicted: Int32Array,
  index: Int32Array,
  { rows, columns, agreed, expected }: KappaParts,
): Float64Array {
  return numbers(index.length, (k) => {
    const [actual, said] = [study.truth[index[k] ?? -1] ?? 0, predicted[index[k] ?? -1] ?? 0];
    const own = (actual === said ? 1 : 0) - agreed;
    const chance = (columns[actual] ?? NaN) + (rows[said] ?? NaN) - 2 * expected;
    return (own * (1 - expected) - (1 - agreed) * chance) / (1 - expected) ** 2 / index.length;
  });
}

function agreement(study: ClassificationStudy, predicted: Int32Array, index: Int32Array): KappaParts {
  const rows = new Float64Array(study.labels.length);
  const columns = new Float64Array(study.labels.length);
  let agreed = 0;
  for (const i of index) {
    const [actual, said] = [study.truth[i] ?? 0, predicted[i] ?? 0];
    rows[actual] = (rows[actual] ?? NaN) + 1 / index.length;
    columns[said] = (columns[said] ?? NaN) + 1 / index.length;
    if (actual === said) agreed += 1 / index.length;
  }
  const expected = rows.reduce((total, share, c) => total + share * (columns[c] ?? NaN), 0);
  return { rows, columns, agreed, expected };
}
