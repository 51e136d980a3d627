import { roleColumns } from '../../claim/claim';
import { fitContrast } from '../../study/contrast/contrast-fit';
import type { Adjusters, ContrastStudy } from '../../study/study';
import { NO_ADJUSTERS } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { say, sayList, sayWithInterval } from '../../words/number-words';
import { compareEstimates, type Comparison } from './compare-estimates';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** The declared pre-treatment columns do not explain the effect. */
export const confounding: Gate = {
  name: 'confounding',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'proportion'],
  looksFor: 'an effect that vanishes or reverses after joint adjustment for the declared pre-treatment columns',
  statistic: 'z of the change of the estimate on adjusting for all declared columns',
  threshold:
    'change beyond 3.29 standard errors, adjusted interval below a fifth of the unadjusted estimate and below the effect these rows can detect, p > 0.05; or significantly opposite',
  source: 'joint adjustment; difference of estimates tested by its influence function (Hausman 1978, made robust)',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    if (study === null || inquiry.evidence() === null) return skip('there is no contrast to adjust');
    const { adjusters } = study;
    if (adjusters.names.length === 0) return skip('no pre-treatment columns are declared');
    const compared = compare(study, adjusters, inquiry);
    const numbers = { statistic: compared.z, threshold: 3.29, n: study.n };
    const words = story(study, adjusters.names, compared);
    const meant = whichIsMeant(inquiry);
    if (compared.reversed && meant === 'adjusted')
      return sound(`${words}: the claim is about the adjusted estimate, and points the same way`, numbers);
    if (compared.reversed && meant === 'unsaid' && (inquiry.evidence()?.p ?? 1) <= inquiry.level)
      return inconclusive(
        `${words}: the crude and the adjusted estimate point in opposite directions; declare the direction that is claimed, or give ${sayList(adjusters.names)} the role controls`,
        numbers,
      );
    if (compared.reversed) return unsound(`${words}: the effect reverses after adjustment`, numbers);
    if (compared.explained)
      return unsound(
        `${words}: ${sayList(adjusters.names)} ${adjusters.names.length === 1 ? 'explains' : 'explain'} it`,
        numbers,
      );
    const weakened = compared.moved && pValue(compared.adjusted) > inquiry.level;
    return weakened
      ? inconclusive(
          `${words}: most of it comes from ${sayList(adjusters.names)}, and the rest is not significant`,
          numbers,
        )
      : sound(words, numbers);
  },
};

/**
 * Which of the two estimates the claim is about, where they point in opposite directions. What is tested is the adjusted
 * one: a claim that says so, or whose direction it has, is not refuted because the crude one differs.
 */
function whichIsMeant(inquiry: Inquiry): 'adjusted' | 'crude' | 'unsaid' {
  const { claim } = inquiry;
  const found = inquiry.evidence();
  const sign = found?.direction.sign ?? 0;
  if (sign !== 0) return sign * (found?.contrast?.value ?? NaN) > 0 ? 'adjusted' : 'crude';
  return claim.kind === 'effect' || roleColumns(claim, 'controls').length > 0 ? 'adjusted' : 'unsaid';
}

function compare(study: ContrastStudy, adjusters: Adjusters, inquiry: Inquiry): Comparison {
  const naive = fitContrast(study, NO_ADJUSTERS).contrast;
  const adjusted = fitContrast(study, adjusters).contrast;
  return compareEstimates(naive, adjusted, study.clusters, inquiry.input.alpha);
}

/** "controlling for w1 and w2 the slope falls from 1.18 to 0.02 (95% −0.06…0.10)". */
function story(study: ContrastStudy, names: readonly string[], { naive, adjusted }: Comparison): string {
  const what =
    study.sides === null
      ? `the slope of ${study.outcome} on ${study.focal}`
      : `the difference ${study.sides.subject} − ${study.sides.reference} in ${study.outcome}`;
  const verb = Math.abs(adjusted.value) < Math.abs(naive.value) ? 'falls' : 'goes';
  return `controlling for ${sayList(names)} ${what} ${verb} from ${say(naive.value)} to ${sayWithInterval(adjusted.value, interval(adjusted))}`;
}
