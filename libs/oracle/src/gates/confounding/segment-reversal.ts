import { interval, pValue } from '../../statistics/distribution/contrast';
import { normalQuantile } from '../../statistics/distribution/distributions';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { rowLevelTrend } from '../../study/contrast/row-level-trend';
import type { ContrastStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayList, sayWithInterval } from '../../words/number-words';
import { ask, declaration } from '../../columns/questions';
import { isRandomised } from '../../claim/randomised';
import { type Finding, type Gate, inconclusive, skip, sound, unsound } from '../gate';
import { withinValues } from './segment-means';
import { candidateSegments, scanSegment, type SegmentFinding } from './segment-scan';

/** Significance of "the estimate changes when the segment is held fixed", over all scanned columns together. */
const SCAN_LEVEL = 0.001;

/** The result holds inside segments, not only across them. */
export const segmentReversal: Gate = {
  name: 'segment-reversal',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'change', 'proportion', 'trend'],
  looksFor: "Simpson's reversal and mix shift: a column with few values, within which the effect reverses or vanishes",
  statistic: 'z of the change of the estimate on adjusting for the column; the column with the largest change',
  threshold:
    'p = 0.001 over all scanned columns (Bonferroni); then: opposite within segments → unsound, gone → declare the column',
  source: "Simpson (1951); Bickel, Hammel & O'Connell (1975)",
  examine(inquiry) {
    if (inquiry.study?.shape === 'mean') return withinValues(inquiry.study, inquiry);
    const study =
      inquiry.study?.shape === 'trend'
        ? rowLevelTrend(inquiry.table, inquiry.claim, inquiry.study)
        : inquiry.contrastStudy();
    if (study === null || inquiry.evidence() === null) return skip('there is no contrast to look at within segments');
    if (study.series !== null) return skip('rows are one series; there are no segments within a point in time');
    if (study.x.length !== study.selection.rows.length)
      return skip('every unit gives one change over time; its rows are no segments of it');
    const segments = candidateSegments(inquiry.table, inquiry.claim, study);
    if (segments.length === 0) return skip('no other column has few enough values to be a segment');
    if (!(pValue(fitContrast(study).contrast) < inquiry.input.alpha))
      return skip('there is no significant effect that a segment could reverse');
    const clear = normalQuantile(SCAN_LEVEL / 2 / segments.length);
    const findings = segments
      .map((segment) => scanSegment(study, segment, { alpha: inquiry.input.alpha, clear, segments: segments.length }))
      .filter((finding) => finding !== null);
    if (findings.length === 0) return skip('no column has values within which there is anything to compare');
    return judge(study, findings, clear, inquiry);
  },
};

function judge(study: ContrastStudy, findings: readonly SegmentFinding[], clear: number, inquiry: Inquiry): Finding {
  const isChance = isRandomised(inquiry.claim.declared);
  const turned = findings.filter(
    (finding) => finding.reversed || (finding.explained && (finding.opposite.length > 0 || finding.segment.declared)),
  );
  const vanished = findings.filter(
    ({ explained, moved, adjusted }) => explained || (moved && !isChance && pValue(adjusted) > inquiry.level),
  );
  const divided = findings.filter(({ opposite }) => opposite.length > 0);
  const worst = mostTelling([turned, vanished, divided, findings].find((some) => some.length > 0) ?? []);
  if (worst === undefined) return sound('no segment changes the estimate');
  const numbers = { statistic: worst.z, threshold: clear, n: study.n };
  const { name } = worst.segment;
  const words = `within the values of ${name} the estimate goes from ${say(worst.naive.value)} to ${sayWithInterval(worst.adjusted.value, interval(worst.adjusted))}`;
  if (turned.length > 0) return turnedRound(worst, words, numbers, study, inquiry);
  if (vanished.length > 0) {
    return inconclusive(
      `${words}: ${name} may explain it (a common cause, a mix shift) or be a mediator; declare ${name} as pre_treatment or post_treatment of ${inquiry.claim.kind === 'trend' ? 'the time' : study.focal}`,
      numbers,
    );
  }
  if (divided.length > 0) return dividedInside(worst, numbers);
  return sound(
    `adjusting for ${findings.length === 1 ? 'one column' : `each of ${findings.length} columns`} leaves the effect; largest change: ${name}, to ${say(worst.adjusted.value)}`,
    numbers,
  );
}

type Numbers = { readonly statistic: number; readonly threshold: number; readonly n: number };

/** The effect turns round inside segments, or a declared segment leaves nothing of it. */
function turnedRound(
  { segment: { name, declared }, opposite, reversed }: SegmentFinding,
  words: string,
  numbers: Numbers,
  study: ContrastStudy,
  { claim }: Inquiry,
): Finding {
  const where = opposite.length > 0 ? `, significantly opposite for ${name} ${sayList(opposite)}` : '';
  const how =
    reversed || opposite.length > 0
      ? "the sign reverses inside segments (Simpson's reversal): "
      : 'nothing is left inside the declared segments: ';
  // Chance makes no segments unlike: what differs between randomised sides comes after x, or the assignment broke.
  if (isRandomised(claim.declared) && !declared)
    return inconclusive(
      `${words}${where}; ${study.focal} was randomised, so either it affects ${name} or the randomisation failed: declare ${name} as post_treatment or pre_treatment`,
      numbers,
    );
  return unsound(`${how}${words}${where}`, numbers);
}

/** The average stands, and some segment goes the other way. */
function dividedInside({ segment: { name, declared }, opposite, naive }: SegmentFinding, numbers: Numbers): Finding {
  const words = `the estimate is ${say(naive.value)} overall and significantly opposite for ${name} ${sayList(opposite)}`;
  return declared
    ? unsound(`${words}, though the claim says that it holds within ${name}`, numbers)
    : inconclusive(
        ask({
          seen: words,
          settle: [
            `${declaration('pre_treatment', [name])} if the claim is about the average over ${name}`,
            `the role ${declaration('segment', name)} if it is to hold within each`,
          ],
        }),
        numbers,
      );
}

function mostTelling(findings: readonly SegmentFinding[]): SegmentFinding | undefined {
  return [...findings].sort((a, b) => Math.abs(b.z) - Math.abs(a.z) || (a.segment.name < b.segment.name ? -1 : 1))[0];
}
