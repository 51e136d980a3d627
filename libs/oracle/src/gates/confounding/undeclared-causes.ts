import { roleColumn, without } from '../../claim/claim';
import { evidenceIf } from '../../columns/evidence-if';
import { ask, declaration } from '../../columns/questions';
import { holdable, unlikeColumns } from '../../columns/unlike-columns';
import { type Contrast, interval, pValue } from '../../statistics/distribution/contrast';
import { buildAdjusters } from '../../study/contrast/adjusters-of';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { type Adjusters, type ContrastStudy, NO_ADJUSTERS, type Study } from '../../study/study';
import { martingaleResiduals } from '../../statistics/comparison/log-rank-scores';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayList, sayWithInterval } from '../../words/number-words';
import { changedInstrument } from './changed-instrument';
import { CLEAR_CHANGE, compareEstimates } from './compare-estimates';
import { curvedForm } from './adjustment-form';
import { comparableShare, MIN_SHARE } from './overlap';
import { isChanceDeclared } from '../randomisation/design';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from '../gate';

/** A difference that columns nobody spoke about would explain is not certified in silence. */
export const undeclaredCauses: Gate = {
  name: 'undeclared-causes',
  kinds: without('level', 'prediction', 'classification'),
  looksFor: 'undeclared columns that differ between the groups and, when adjusted for, remove the result',
  statistic: 'p of the estimate adjusted for these columns',
  threshold: 'the level of this attempt, after a change beyond 3.29 standard errors; columns differ from p = 0.01 on',
  source: 'Senn, Testing for baseline balance (1994); an undeclared fact is assumed at its worst',
  examine(inquiry) {
    if (inquiry.study?.shape === 'trend') return changedInstrument(inquiry.study, inquiry);
    // Within units, what is one and the same for a unit cannot differ between the sides; what changes with them can.
    const study = unpaired(inquiry.contrastStudy() ?? excessEvents(inquiry.study));
    const found = inquiry.evidence();
    if (study === null || found === null || study.series !== null) return skip('there is no contrast between rows');
    if (isChanceDeclared(inquiry))
      return skip('x was randomised, as declared: other columns differ by chance or because of x');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const names = holdable(inquiry, study, unlikeColumns(inquiry, study));
    if (names.length === 0) return sound('no undeclared column differs between the groups', { n: study.n });
    return withHeld(study, names, inquiry);
  },
};

/** Two curves as a contrast of rows: events beyond those that everybody's hazard lets expect (the log-rank's own scores). */
function excessEvents(study: Study | null): ContrastStudy | null {
  if (study?.shape !== 'survival') return null;
  return {
    shape: 'contrast',
    n: study.n,
    selection: study.selection,
    outcome: 'events beyond those expected',
    binary: false,
    ratioBy: null,
    clusters: study.clusters,
    focal: study.focal,
    x: study.exposed,
    y: martingaleResiduals(study),
    sides: study.sides,
    adjusters: NO_ADJUSTERS,
    paired: false,
    series: null,
    timeClusters: null,
  };
}

function unpaired(study: ContrastStudy | null): ContrastStudy | null {
  return study?.paired === true ? { ...study, paired: false } : study;
}

function withHeld(study: ContrastStudy, names: readonly string[], inquiry: Inquiry): Finding | Skipped {
  const before = roleColumn(inquiry.claim, 'before');
  const all = [...new Set([...study.adjusters.names, ...(before === undefined ? [] : [before]), ...names])].sort();
  const built = buildAdjusters(inquiry.table, all, study.selection.rows);
  if (!built.ok) return skip(built.reason);
  const naive = fitContrast(study).contrast;
  const adjusted = fitContrast(study, built.adjusters).contrast;
  const { moved, reversed, z } = compareEstimates(naive, adjusted, study.clusters, inquiry.input.alpha);
  const numbers = { statistic: pValue(adjusted), threshold: inquiry.level, n: study.n };
  const words = `${sayList(names)} ${names.length === 1 ? 'differs' : 'differ'} with ${study.focal}; adjusting for ${names.length === 1 ? 'it' : 'them'} moves the estimate from ${say(naive.value)} to ${sayWithInterval(adjusted.value, interval(adjusted))} (${say(Math.abs(z))} standard errors)`;
  const bounded = inquiry.claim.kind === 'equivalence' || inquiry.claim.kind === 'noninferiority';
  const gone = bounded
    ? Math.abs(z) > CLEAR_CHANGE && evidenceIf(inquiry, { declared: { pre_treatment: all } }) > inquiry.level
    : (moved && (reversed || !isConfirmed(naive, adjusted, inquiry.level))) ||
      (!Number.isNaN(adjusted.value) && isUnfounded(study, built.adjusters, inquiry.level));
  if (!gone) return sound(words, numbers);
  return inconclusive(
    ask({
      seen: words,
      settle: [
        ...(inquiry.claim.kind === 'survival'
          ? []
          : [`${declaration('pre_treatment', names)} if they were fixed before ${study.focal}`]),
        `${declaration('post_treatment', names)} if ${study.focal} affects them`,
        `${declaration('design', 'randomised')} if ${study.focal} was randomised`,
      ],
    }),
    numbers,
  );
}

/** The other estimate shows the same: as clear as asked for, and on the same side of zero. */
function isConfirmed(found: Contrast, other: Contrast, level: number): boolean {
  return pValue(other) <= level && found.value * other.value > 0;
}

/**
 * Not asked of columns that determine the group, which may be what defines it (the hour of a half of the day).
 * Holding them by straight lines does not show it: curves of them take the result away, or they separate the groups.
 */
function isUnfounded(study: ContrastStudy, adjusters: Adjusters, level: number): boolean {
  const curved = curvedForm(adjusters, study);
  if (curved !== null && !isConfirmed(fitContrast(study).contrast, fitContrast(study, curved).contrast, level))
    return true;
  return study.sides !== null && (comparableShare(study, adjusters) ?? 1) < MIN_SHARE;
}
