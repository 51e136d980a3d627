import { flags } from '../../statistics/sample/rows';
import { roleColumns } from '../../claim/claim';
import { examineClassification } from '../../evidence/classification-evidence';
import type { ClassificationStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';
import { partitionRows } from '../../study/rows/repeated-rows';

/** Fewer copies than this cannot carry a result. */
const FEW = 0.01;

/** Test rows are not copies of training rows. */
export const trainTestCopies: Gate = {
  name: 'train-test-copies',
  kinds: ['classification', 'prediction'],
  looksFor: 'test rows whose features also occur among the training rows, so that skill may be memory',
  statistic: 'share of test rows that duplicate a training row',
  threshold: '1%; then skill must hold on the unseen rows',
  source: 'Kapoor & Narayanan, Leakage and the reproducibility crisis (2023)',
  examine(inquiry) {
    const { study } = inquiry;
    const features = roleColumns(inquiry.claim, 'features');
    if (study?.shape !== 'classification' && study?.shape !== 'prediction') return skip('there are no predictions');
    const test = study.test;
    if (test === null || (study.shape === 'classification' && !study.hasSplit))
      return skip('no split says which rows are test rows');
    if (features.length === 0) return skip('no features are named, so copies cannot be detected');
    const copied = copiedTestRows(inquiry, features, study.selection.rows, test);
    const share =
      copied.test /
      Math.max(
        1,
        test.reduce((total, flag) => total + flag, 0),
      );
    const numbers = { statistic: share, threshold: FEW, n: study.n };
    if (share <= Math.max(FEW, 2 * copied.withinTrain))
      return sound(`${sayPercent(share)} of the test rows duplicate a training row`, numbers);
    if (study.shape === 'prediction')
      return unsound(
        `${sayPercent(share)} of the test rows duplicate a training row: skill on them is memory`,
        numbers,
      );
    return withoutCopies(study, copied.unseen, share, numbers, inquiry);
  },
};

/** Which test rows repeat a training row, and how often training rows repeat each other (chance repeats). */
function copiedTestRows(
  inquiry: Inquiry,
  features: readonly string[],
  rows: Int32Array,
  test: Uint8Array,
): { test: number; withinTrain: number; unseen: Uint8Array } {
  const columns = features.map((name) => inquiry.table.column(name)).filter((column) => column !== undefined);
  const { codes, count } = partitionRows(columns, rows);
  const trained = new Int32Array(count);
  codes.forEach((code, i) => {
    if (test[i] === 0) trained[code] = (trained[code] ?? 0) + 1;
  });
  let repeats = 0;
  let train = 0;
  let copies = 0;
  const unseen = Uint8Array.from(codes, (code, i) => {
    const before = trained[code] ?? 0;
    if (test[i] === 0) {
      train++;
      if (before > 1) repeats++;
      return 0;
    }
    if (before > 0) copies++;
    return before > 0 ? 0 : 1;
  });
  return { test: copies, withinTrain: repeats / Math.max(1, train), unseen };
}

function withoutCopies(
  study: ClassificationStudy,
  unseen: Uint8Array,
  share: number,
  numbers: { statistic: number; threshold: number; n: number },
  inquiry: Inquiry,
): Finding | Skipped {
  const rest = examineClassification(study, inquiry.claim, unseen);
  const all = inquiry.evidence();
  const words = `${sayPercent(share)} of the test rows are duplicates of training rows`;
  if (all === null || 'impossible' in rest || all.estimate === null || rest.estimate === null)
    return inconclusive(`${words}, and too few others are left to judge`, numbers);
  const seen = flags(study.n, (i) => study.test[i] === 1 && unseen[i] === 0);
  const copies = examineClassification(study, inquiry.claim, seen);
  const gap = 'impossible' in copies || copies.estimate === null ? NaN : gapZ(copies.estimate, rest.estimate);
  const story = `${words}; ${rest.estimate.label} is ${say(all.estimate.value)} over all test rows and ${say(rest.estimate.value)} on unseen ones (p = ${say(rest.p)})`;
  if (rest.p > 0.05 && all.p < 0.05 && !(Math.abs(gap) < 2))
    return unsound(`${story}: it comes from the duplicates`, numbers);
  return rest.p <= inquiry.level
    ? sound(`${story}: it holds without them`, numbers)
    : inconclusive(`${story}: it is not shown on unseen rows`, numbers);
}

function gapZ(
  a: { value: number; interval: { low: number; high: number } | null },
  b: { value: number; interval: { low: number; high: number } | null },
): number {
  const error = (part: typeof a): number =>
    part.interval === null ? NaN : (part.interval.high - part.interval.low) / 3.92;
  return (a.value - b.value) / Math.hypot(error(a), error(b));
}
