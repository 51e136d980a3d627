import { undeclaredColumns } from '../../columns/undeclared-columns';
import { roleColumns } from '../../claim/claim';
import { termOf } from '../../claim/vocabulary';
import { levelsOf } from '../../table/levels';
import { correlation } from '../../evidence/held-out-skill';
import { clusterContrast } from '../../statistics/regression/cluster-error';
import { hashText } from '../../statistics/sample/hash-random';
import { leastSquares } from '../../statistics/regression/least-squares';
import { pValue } from '../../statistics/distribution/contrast';
import { compact, type Factor } from '../../study/variable/factor';
import { numbers, pickCodes, rowNumbers } from '../../statistics/sample/rows';
import type { PredictionStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';

/** A feature this close to the category means of the very rows was made from them. */
const SAME = 0.999;
/** A column with fewer values than this is a flag, not an encoded category. */
const MIN_CATEGORIES = 5;

/** Encoded categories do not carry the target of their own row. */
export const targetEncoding: Gate = {
  name: 'target-encoding',
  kinds: ['prediction'],
  looksFor: 'target encoding: a category replaced by its mean target, computed on the same rows',
  statistic: 'correlation of the feature with the category means of these rows; skill when encoded out of fold',
  threshold: '0.999; then p > 0.05 out of fold',
  source: 'Micci-Barreca (2001); Prokhorenkova et al., CatBoost (2018): target statistics',
  examine(inquiry) {
    const { raw_category: raw, encoding_source: source } = inquiry.claim.declared;
    const { study } = inquiry;
    if (study?.shape !== 'prediction') return skip('there is no prediction');
    if (raw === undefined) {
      return termOf('encoding_source', source) === 'these_rows'
        ? inconclusive(
            `features are encoded from "${source}": declare raw_category so that the encoding can be redone out of fold`,
          )
        : undeclared(study, inquiry);
    }
    const categories = categoriesOf(inquiry, raw, study);
    if (categories === null) return inconclusive(`${raw} cannot be read as a category`);
    return judge(study, raw, categories, inquiry);
  },
};

/** Nobody names the category: a feature that equals the target's mean by some column answers for itself. */
function undeclared(study: PredictionStudy, inquiry: Inquiry): Finding | Skipped {
  for (const { name, type } of undeclaredColumns(inquiry.table, inquiry.claim)) {
    const categories = type === 'string' ? categoriesOf(inquiry, name, study) : null;
    if (categories === null || categories.count < MIN_CATEGORIES || categories.count * 2 > study.n) continue;
    if (closest(study, categories, inquiry).r > SAME) return judge(study, name, categories, inquiry);
  }
  return skip('no raw_category is declared, and no feature equals the mean of the target by another column');
}

function closest(study: PredictionStudy, categories: Factor, inquiry: Inquiry): { name: string; r: number } {
  const means = categoryMeans(study.y, categories, () => true);
  return study.features
    .filter(({ name }) => roleColumns(inquiry.claim, 'features').includes(name))
    .map(({ name, values }) => ({ name, r: Math.abs(correlation(values, means)) }))
    .reduce((a, b) => (b.r > a.r ? b : a), { name: '', r: 0 });
}

function judge(study: PredictionStudy, raw: string, categories: Factor, inquiry: Inquiry): Finding {
  const made = closest(study, categories, inquiry);
  const fromSameRows =
    made.r > SAME || termOf('encoding_source', inquiry.claim.declared.encoding_source) === 'these_rows';
  const numbers = { statistic: made.r, threshold: SAME, n: study.n };
  if (!fromSameRows)
    return sound(
      `no feature equals the mean of ${study.target} by ${raw} in these rows (closest ${made.name}, correlation ${say(made.r)})`,
      numbers,
    );
  const p = outOfFoldP(study, categories);
  const words = `${made.name} is the mean of ${study.target} by ${raw} computed on the same rows, own row included (target encoding); encoded out of fold it has p = ${say(p)}`;
  return p > 0.05
    ? unsound(`${words}: nothing is left`, numbers)
    : inconclusive(`${words}: encode from other rows and check again`, numbers);
}

function categoriesOf({ table }: Inquiry, raw: string, study: PredictionStudy): Factor | null {
  const column = table.column(raw);
  const levels = column === undefined ? null : levelsOf(column, Infinity);
  return levels === null
    ? null
    : compact(
        pickCodes(levels.codes, study.selection.rows).map((code) => code + 1),
        levels.labels.length + 1,
      );
}

/** Mean target of each row's category over the rows used; the overall mean for an unseen one. */
function categoryMeans(y: Float64Array, { codes, count }: Factor, used: (row: number) => boolean): Float64Array {
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  codes.forEach((code, i) => {
    if (!used(i)) return;
    sums[code] = (sums[code] ?? NaN) + (y[i] ?? NaN);
    sizes[code] = (sizes[code] ?? NaN) + 1;
  });
  const overall = sums.reduce((a, b) => a + b, 0) / sizes.reduce((a, b) => a + b, 0);
  return numbers(codes.length, (i) =>
    (sizes[codes[i] ?? -1] ?? 0) > 0 ? (sums[codes[i] ?? -1] ?? NaN) / (sizes[codes[i] ?? -1] ?? NaN) : overall,
  );
}

/**
 * One-sided p of the category encoded from the other half of the rows, both halves in turn. Each pair of rows counts
 * in both directions, so errors are clustered by category.
 */
function outOfFoldP(study: PredictionStudy, categories: Factor): number {
  const half = alternate(study.y, categories);
  const halves = [0, 1].map((fold) => categoryMeans(study.y, categories, (i) => half[i] !== fold));
  const encoded = numbers(study.n, (i) => halves[half[i] ?? 0]?.[i] ?? NaN);
  const contrast = clusterContrast(leastSquares([new Float64Array(study.n).fill(1), encoded], study.y), 1, categories);
  return Number.isNaN(contrast.value) || !(contrast.df > 1) ? 1 : pValue(contrast, 1);
}

/** Rows of one category alternate between the halves by rank of their target's hash, so that each half knows each category. */
function alternate(y: Float64Array, { codes, count }: Factor): Uint8Array {
  const order = rowNumbers(y.length).sort(
    (a, b) => shuffleKey(y[a] ?? NaN) - shuffleKey(y[b] ?? NaN) || (y[a] ?? NaN) - (y[b] ?? NaN),
  );
  const next = new Uint8Array(count);
  const side = new Uint8Array(y.length);
  for (const row of order) {
    const code = codes[row] ?? 0;
    side[row] = next[code] ?? 0;
    next[code] = 1 - (next[code] ?? 0);
  }
  return side;
}

/** A number that follows from the value alone but not in its order. */
function shuffleKey(value: number): number {
  return hashText(String(value));
}
