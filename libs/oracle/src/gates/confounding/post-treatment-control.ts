import { roleColumns } from '../../claim/claim';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { buildAdjusters } from '../../study/contrast/adjusters-of';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { type Adjusters, type ContrastStudy, isPostTreatment } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayList, sayWithInterval } from '../../words/number-words';
import { CLEAR_CHANGE, compareEstimates } from './compare-estimates';
import { isRandomised } from '../../claim/randomised';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';

/** Nothing that comes after the cause is held fixed. */
export const postTreatmentControl: Gate = {
  name: 'post-treatment-control',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'proportion'],
  looksFor:
    'a collider or mediator among the controls: a column caused by x (and y) that creates or hides an association when adjusted for',
  statistic: 'z of the change of the estimate on adjusting for the column',
  threshold: 'change beyond 3.29 standard errors',
  source: 'Pearl (2009) §11.3; Elwert & Winship (2014)',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    if (study === null) return skip('there is no contrast');
    const controls = roleColumns(inquiry.claim, 'controls');
    const after = controls.filter((name) => isPostTreatment(inquiry.claim, name));
    if (after.length > 0) return declaredAfter(study, after, inquiry);
    const undated = controls.filter((name) => !(inquiry.claim.declared.pre_treatment?.includes(name) ?? false));
    // What chance assigned, or what is called an effect, is about a cause; a link may be one among rows alike in a control.
    const isCausal = ['effect', 'experiment'].includes(inquiry.claim.kind) || isRandomised(inquiry.claim.declared);
    if (undated.length > 0 && isCausal) return undeclared(study, undated, inquiry);
    return skip(controls.length === 0 ? 'the claim adjusts for no column' : 'all controls are declared pre-treatment');
  },
};

/** Controls that the claim itself says come after x. The primary estimate already leaves them out. */
function declaredAfter(study: ContrastStudy, after: readonly string[], inquiry: Inquiry): Finding | Skipped {
  const others = study.adjusters.names;
  const built = buildAdjusters(inquiry.table, [...others, ...after], study.selection.rows);
  if (!built.ok)
    return inconclusive(`${built.reason}; ${sayList(after)} comes after ${study.focal} and must not be a control`);
  const without = fitContrast(study).contrast;
  const held = fitContrast(study, built.adjusters).contrast;
  const { z } = compareEstimates(held, without, study.clusters, 1);
  const numbers = { statistic: z, threshold: CLEAR_CHANGE, n: study.n };
  const words = `${sayList(after)} ${after.length === 1 ? 'is' : 'are'} declared to come after ${study.focal}; adjusting for ${after.length === 1 ? 'it' : 'them'} moves the estimate from ${sayWithInterval(without.value, interval(without))} to ${say(held.value)}`;
  if (Math.abs(z) <= CLEAR_CHANGE) return sound(`${words}, which is not a significant change`, numbers);
  const { alpha } = inquiry.input;
  const made = pValue(held) < alpha && (pValue(without) >= alpha || held.value * without.value < 0);
  return made
    ? unsound(`${words}: controlling for ${sayList(after)} creates the association (a collider)`, numbers)
    : inconclusive(
        `${words}: it hides the effect that passes through ${sayList(after)}; drop it from the controls`,
        numbers,
      );
}

/** Controls whose place in time is not declared: an effect that exists only because of them may be made by them. */
function undeclared(study: ContrastStudy, undated: readonly string[], { input: { alpha } }: Inquiry): Finding {
  const without = fitContrast(study, withoutColumns(study.adjusters, undated)).contrast;
  const held = fitContrast(study).contrast;
  const { z } = compareEstimates(held, without, study.clusters, 1);
  const numbers = { statistic: z, threshold: CLEAR_CHANGE, n: study.n };
  const hinges =
    Math.abs(z) > CLEAR_CHANGE && pValue(held) < alpha && (pValue(without) >= alpha || held.value * without.value < 0);
  return hinges
    ? inconclusive(
        `the effect exists only after adjusting for ${sayList(undated)} (${say(without.value)} without, ${say(held.value)} with): declare whether ${sayList(undated)} is pre_treatment or post_treatment`,
        numbers,
      )
    : sound(`the conclusion is the same with and without ${sayList(undated)}`, numbers);
}

/** Categorical controls are crossed into one partition, so they can only be dropped together. */
function withoutColumns(adjusters: Adjusters, names: readonly string[]): Adjusters {
  const rest = adjusters.names.filter((name) => !names.includes(name));
  return {
    names: rest,
    numeric: adjusters.numeric.filter((column) => rest.includes(column.name)),
    cells: rest.length === 0 ? null : adjusters.cells,
  };
}
