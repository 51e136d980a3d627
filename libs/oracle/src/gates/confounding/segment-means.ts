import { roleColumns } from '../../claim/claim';
import { ask, declaration } from '../../columns/questions';
import { undeclaredColumns } from '../../columns/undeclared-columns';
import { meanOfRows } from '../../evidence/mean-evidence';
import { type Contrast, pValue } from '../../statistics/distribution/contrast';
import { pickCodes, rowsWhere } from '../../statistics/sample/rows';
import { compact } from '../../study/variable/factor';
import type { MeanStudy } from '../../study/study';
import { levelsOf } from '../../table/levels';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayList } from '../../words/number-words';
import { type Finding, inconclusive, skip, type Skipped, sound, unsound } from '../gate';
import { MAX_DIVIDED, MAX_LEVELS, restates, ROWS_PER_LEVEL } from './segment-scan';

/** A share of fewer rows has no honest error from its spread. */
const ROWS_PER_SHARE = 40;

/** The values of one column with the mean of each. */
interface Within {
  readonly name: string;
  readonly declared: boolean;
  readonly means: readonly { readonly label: string; readonly mean: Contrast }[];
}

/**
 * A mean within the values of other columns: none of a declared segment may go the other way. Of a change, a column that
 * nobody spoke about is looked into as well.
 */
export function withinValues(study: MeanStudy, inquiry: Inquiry): Finding | Skipped {
  const { claim, table } = inquiry;
  const declared = roleColumns(claim, 'segment').map((name) => meansWithin(name, true, study, inquiry));
  const whole = inquiry.evidence()?.contrast ?? null;
  if (whole === null) return skip('there is no mean to look at within segments');
  const unread = declared.filter(({ means }) => means.length === 0);
  if (unread.length > 0)
    return inconclusive(
      `${sayList(unread.map(({ name }) => name))} has no value with enough rows: whether the result holds within it cannot be seen`,
    );
  const others = claim.kind === 'change' ? undeclaredColumns(table, claim) : [];
  const looked = [...declared, ...others.map(({ name }) => meansWithin(name, false, study, inquiry))];
  const levels = looked.reduce((total, { means }) => total + means.length, 0);
  if (levels === 0) return skip('no column has few enough values to be a segment');
  const numbers = { statistic: levels, threshold: inquiry.input.alpha / levels, n: study.n };
  const sign = whole.value > 0 ? -1 : 1;
  for (const { name, declared: isDeclared, means } of looked) {
    const opposite = means.filter(({ mean }) => pValue(mean, sign) < numbers.threshold).map(({ label }) => label);
    if (opposite.length === 0) continue;
    const words = `the mean of ${study.outcome} is ${say(whole.value)} overall and significantly opposite for ${name} ${sayList(opposite)}`;
    return isDeclared
      ? unsound(`${words}, though the claim says that it holds within ${name}`, numbers)
      : inconclusive(ask({ seen: words, settle: settling(name) }), numbers);
  }
  return sound(`no value of ${sayList(looked.map(({ name }) => name))} goes the other way`, numbers);
}

function settling(name: string): string[] {
  return [
    `${declaration('pre_treatment', [name])} if the claim is about the average over ${name}`,
    `the role ${declaration('segment', name)} if it is to hold within each`,
  ];
}

/** Empty where no value has the rows for a mean, or where the column says what the outcome says. */
function meansWithin(name: string, declared: boolean, study: MeanStudy, { table }: Inquiry): Within {
  const column = table.column(name);
  const levels = column === undefined ? null : levelsOf(column, declared ? MAX_LEVELS : MAX_DIVIDED);
  if (levels === null) return { name, declared, means: [] };
  const codes = pickCodes(levels.codes, study.selection.rows);
  const factor = compact(
    codes.map((code) => code + 1),
    levels.labels.length + 1,
  );
  if (factor.count < 2 || (!declared && restates(study.y, factor))) return { name, declared, means: [] };
  const least = study.binary ? ROWS_PER_SHARE : ROWS_PER_LEVEL;
  const means = levels.labels.flatMap((label, level) => {
    const kept = rowsWhere(codes.length, (i) => codes[i] === level);
    const mean = kept.length < least ? null : meanOfRows(study, kept);
    return mean === null || !(mean.error > 0) ? [] : [{ label, mean }];
  });
  return { name, declared, means };
}
