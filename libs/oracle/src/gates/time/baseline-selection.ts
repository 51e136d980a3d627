import { roleColumn } from '../../claim/claim';
import { termOf } from '../../claim/vocabulary';
import { type Contrast, interval, pValue } from '../../statistics/distribution/contrast';
import { moments } from '../../statistics/sample/moments';
import { studentTwoSided } from '../../statistics/distribution/distributions';
import { correlation } from '../../evidence/held-out-skill';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { pick } from '../../statistics/sample/rows';
import { type ContrastStudy, type MeanStudy, NO_ADJUSTERS } from '../../study/study';
import { welchContrast } from '../../statistics/comparison/welch';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayWithInterval } from '../../words/number-words';
import { compareEstimates } from '../confounding/compare-estimates';
import { isRandomised } from '../../claim/randomised';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';

/** Groups whose values before differ this clearly were unlike from the start. */
const UNLIKE = 0.001;

/** A change is not a drift back to the mean, nor a difference that was there before. */
export const baselineSelection: Gate = {
  name: 'baseline-selection',
  kinds: ['change'],
  looksFor:
    "regression to the mean (units selected for an extreme value before) and groups that differed before (Lord's paradox): the change and the adjusted change disagree",
  statistic: 'z between the difference of changes and the difference adjusted for the value before',
  threshold: '3.29, with one of the two not significant',
  source: 'Galton (1886); Lord (1967); Barnett, van der Pols & Dobson (2005)',
  examine(inquiry) {
    const before = roleColumn(inquiry.claim, 'before');
    const { study } = inquiry;
    if (before === undefined || study === null) return skip('the claim has no value before');
    if (study.shape === 'mean') return withoutGroup(study, before, inquiry);
    if (study.shape !== 'contrast' || inquiry.evidence() === null) return skip('there is no two-group comparison');
    return withGroup(study, before, inquiry);
  },
};

/** The difference of changes beside the difference adjusted for the value before. */
interface Comparison {
  readonly words: string;
  readonly numbers: { readonly statistic: number; readonly threshold: number; readonly n: number };
  readonly before: string;
  readonly first: Float64Array;
  readonly unlike: number;
  readonly disagree: boolean;
  readonly plain: Contrast;
  readonly adjusted: Contrast;
}

function columnValues(inquiry: Inquiry, name: string, rows: Int32Array): Float64Array {
  const column = inquiry.table.column(name);
  return column === undefined || column.type === 'string'
    ? new Float64Array(rows.length).fill(NaN)
    : pick(column.values, rows);
}

function withGroup(study: ContrastStudy, before: string, inquiry: Inquiry): Finding {
  const first = columnValues(inquiry, before, study.selection.rows);
  // Of weighted rows both values carry the weights.
  const held = study.ratioBy === null ? undefined : study.adjusters.numeric.find(({ name }) => name === before)?.values;
  const taken = held ?? first;
  const change = { ...study, y: study.y.map((value, i) => value - (taken[i] ?? NaN)), binary: false };
  const plain = fitContrast(change, NO_ADJUSTERS).contrast;
  const adjusted = fitContrast(study).contrast;
  const unlike = pValue(welchContrast(first, study.x));
  const { z } = compareEstimates(plain, adjusted, study.clusters, 1);
  const randomised = isRandomised(inquiry.claim.declared);
  const words = `difference of changes ${sayWithInterval(plain.value, interval(plain))}, adjusted for ${before} ${sayWithInterval(adjusted.value, interval(adjusted))}`;
  const numbers = { statistic: z, threshold: 3.29, n: study.n };
  const disagree = Math.abs(z) > 3.29;
  const seen: Comparison = { words, numbers, before, first, unlike, disagree, plain, adjusted };
  const drift = driftBack(seen, study, inquiry);
  if (drift !== null) return drift;
  return randomised || unlike >= UNLIKE ? sound(words, numbers) : unlikeGroups(seen, study, inquiry);
}

/** The effect lives in the value before. Only a group that was selected for it is accused: others may differ for good reason. */
function driftBack(
  { words, numbers, before, first, disagree, plain, adjusted }: Comparison,
  study: ContrastStudy,
  inquiry: Inquiry,
): Finding | null {
  const { alpha } = inquiry.input;
  if (disagree && pValue(plain) < alpha && pValue(adjusted) > 0.05 && isSelected(first, study, inquiry)) {
    return unsound(
      `${words}: nothing is left after adjusting for ${before}; the group was selected for its value of ${before}, and this is regression to the mean`,
      numbers,
    );
  }
  if (disagree && pValue(plain) < alpha && pValue(adjusted) > inquiry.level) {
    return inconclusive(
      `${words}: most of the change is regression to the mean of an extreme ${before}, and the rest is not significant`,
      numbers,
    );
  }
  return null;
}

function isSelected(first: Float64Array, study: ContrastStudy, { claim }: Inquiry): boolean {
  return termOf('assignment', claim.declared.assignment) === 'rule' || byThreshold(first, study.x);
}

/** Groups that nobody assigned by chance and that differed from the start (Lord): two right answers, neither a defect. */
function unlikeGroups(
  { words, numbers, before, first, unlike, disagree, plain, adjusted }: Comparison,
  study: ContrastStudy,
  inquiry: Inquiry,
): Finding {
  const { alpha } = inquiry.input;
  if (pValue(plain) > 0.05 && pValue(adjusted) < alpha && disagree && !byThreshold(first, study.x)) {
    return inconclusive(
      `${words}: the groups differed in ${before} from the start (p = ${say(unlike)}) and changed alike; whether the adjusted difference is an effect depends on how groups were assigned (Lord's paradox): declare assignment`,
      numbers,
    );
  }
  if (plain.value * adjusted.value < 0 && pValue(adjusted) < alpha) {
    return inconclusive(
      `${words}: they point in opposite directions, and the groups differed in ${before} from the start`,
      numbers,
    );
  }
  if (pValue(plain) > inquiry.level && !byThreshold(first, study.x)) {
    return inconclusive(
      `${words}: the groups differed in ${before} from the start (p = ${say(unlike)}), and only one of the two shows the effect; declare how groups were assigned`,
      numbers,
    );
  }
  return sound(words, numbers);
}

/** The group is a cut of the value before: then adjusting for it is right, and changes alone are not. */
function byThreshold(before: Float64Array, group: Float64Array): boolean {
  const range = (side: number): [number, number] => {
    const values = before.filter((_, i) => group[i] === side);
    return [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
  };
  const [[low0, high0], [low1, high1]] = [range(0), range(1)];
  return high1 <= low0 || high0 <= low1;
}

/** No comparison group: values before that vary less than values after were picked (Pitman-Morgan test). */
function withoutGroup(study: MeanStudy, before: string, inquiry: Inquiry): Finding | Skipped {
  const first = columnValues(inquiry, before, study.selection.rows);
  const last = columnValues(inquiry, roleColumn(inquiry.claim, 'after') ?? '', study.selection.rows);
  const [a, b] = [moments(first), moments(last)];
  const r = correlation(
    first.map((value, i) => value + (last[i] ?? NaN)),
    last.map((value, i) => value - (first[i] ?? NaN)),
  );
  const t = r * Math.sqrt((study.n - 2) / Math.max(1e-300, 1 - r * r));
  const p = studentTwoSided(t, study.n - 2);
  const numbers = { statistic: b.variance / a.variance, threshold: UNLIKE, n: study.n };
  const assignment = inquiry.claim.declared.assignment ?? '';
  const picked = assignment.includes(before) && termOf('assignment', assignment) === 'rule';
  if (picked)
    return inconclusive(
      `rows were selected by "${assignment}": they regress to the mean without any effect, and there is no comparison group`,
      numbers,
    );
  if (p < UNLIKE && b.variance > 1.2 * a.variance) {
    return inconclusive(
      `${before} varies much less than the value after (variance ratio ${say(b.variance / a.variance)}, p = ${say(p)}), as when rows are selected for their value of ${before}; without a comparison group, regression to the mean looks the same`,
      numbers,
    );
  }
  return sound(`${before} shows no sign of selection`, numbers);
}
