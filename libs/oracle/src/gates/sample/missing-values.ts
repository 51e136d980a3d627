import { roleColumn, STATISTICAL_KINDS } from '../../claim/claim';
import { evidenceIf } from '../../columns/evidence-if';
import {
  missingnessAlong,
  missingnessBy,
  type Unevenness,
  unevenness,
  unlikeMissingness,
} from '../../columns/missingness';
import { ask, declaration } from '../../columns/questions';
import type { ContrastStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound } from '../gate';
import { worstP, worstSurvivalP } from './missing-at-worst';
import { unevenFollowUp } from './uneven-follow-up';

const LEVEL = 0.001;
/** Fewer missing values than this cannot move a mean far. */
const FEW = 0.005;
/** With more missing than this, what the missing ones would say decides; a comparison loses alike on both sides. */
const MAX_SHARE = 0.4;
const MAX_LEVEL_SHARE = 0.2;

/** Values are not missing more often on one side. */
export const missingValues: Gate = {
  name: 'missing-values',
  kinds: STATISTICAL_KINDS,
  looksFor: 'outcomes not missing at random: missing more often in one group, or in most rows',
  statistic:
    'share of rows left out; p of the claim when the excess of missing outcomes is the worst for it (Lee bounds)',
  threshold: 'bounds are asked for from p = 0.001 between groups on; 40% of rows, 20% of a level',
  source: 'Rubin (1976); Lee, Training, wages, and sample selection (2009)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study === null || study.shape === 'empty') return skip('there is no study');
    const lost = study.shape === 'survival' ? unevenFollowUp(study, inquiry) : null;
    if (lost !== null) return lost;
    const { selection } = study;
    const share = 1 - selection.complete / Math.max(1, selection.total);
    if (selection.missing.length === 0)
      return sound('no value of the claim is missing', { statistic: 0, threshold: MAX_SHARE, n: selection.total });
    const where = selection.missing.map(({ column, count }) => `${count} in ${column}`).join(', ');
    const uneven = unevenness(inquiry);
    if (uneven !== null && share > FEW && uneven.p < LEVEL) return atWorst(uneven, inquiry);
    const related = share > FEW ? missingForAReason(inquiry) : null;
    if (related !== null) return related;
    // Two sides may lose alike; a mean, a slope, a forecast or a curve has nothing to lose alike with.
    const most = study.shape === 'contrast' && study.sides !== null ? MAX_SHARE : MAX_LEVEL_SHARE;
    if (share > most)
      return inconclusive(
        `${sayPercent(share)} of the rows lack a value (${where}): the remaining rows may not be representative`,
        { statistic: share, threshold: most, n: selection.total },
      );
    return sound(
      `${sayPercent(share)} of the rows lack a value (${where})${uneven === null ? '' : `, evenly (p = ${say(uneven.p)})`}`,
      { statistic: share, threshold: MAX_SHARE, n: selection.total },
    );
  },
};

/** Outcomes are missing more often on one side: whether that could make the result is judged, not how sure it is. */
function atWorst(uneven: Unevenness, inquiry: Inquiry): Finding {
  const found = inquiry.evidence();
  const { study, level } = inquiry;
  const words = `values are missing unevenly: ${uneven.words} (p = ${say(uneven.p)})`;
  const { answered } = uneven;
  const isJudged = study?.shape === 'survival' || (study?.shape === 'contrast' && study.series === null);
  if (found === null || found.p > level || !isJudged || answered === null)
    return inconclusive(`${words}; the remaining groups may no longer be comparable`, {
      statistic: uneven.p,
      threshold: LEVEL,
    });
  const p =
    study.shape === 'survival'
      ? worstSurvivalP(study, answered, found, inquiry.claim)
      : worstP(study, answered, found, inquiry.claim);
  const numbers = { statistic: p, threshold: level, n: study.n };
  return p <= level
    ? sound(
        `${words}; the result holds even if those missing are the worst for it (Lee bounds, p = ${say(p)})`,
        numbers,
      )
    : inconclusive(
        `${words}; if those missing are the worst for it, nothing is left (Lee bounds, p = ${say(p)}): find out why they are missing`,
        numbers,
      );
}

/** Another column says whose outcomes are missing: for one mean in any way, for groups if in another way on each side. */
function missingForAReason(inquiry: Inquiry): Finding | null {
  const { study } = inquiry;
  if (study?.shape === 'mean') return relatedColumn(inquiry);
  return study?.shape === 'contrast' && study.sides !== null ? otherRowsPerSide(study, inquiry) : null;
}

/** Equal shares are missing, but of other rows on each side: what is left differs in a column that was alike. */
function otherRowsPerSide(study: ContrastStudy, inquiry: Inquiry): Finding | null {
  const names = study.adjusters.names;
  const [first] = unlikeMissingness(inquiry, LEVEL).filter(({ name }) => !names.includes(name));
  const found = inquiry.evidence();
  if (first === undefined || found === null || found.p > inquiry.level) return null;
  const p = evidenceIf(inquiry, { declared: { pre_treatment: [...names, first.name] } });
  const words = `about as many outcomes are missing on either side, but not of the same rows: ${first.words}`;
  const numbers = { statistic: p, threshold: inquiry.level, n: study.n };
  return p <= inquiry.level
    ? sound(`${words}; adjusted for ${first.name} the result holds`, numbers)
    : inconclusive(
        ask({
          seen: `${words}; adjusted for ${first.name} p = ${say(p)}`,
          settle: [`${declaration('pre_treatment', first.name)}, and claim the adjusted difference`],
        }),
        numbers,
      );
}

/** For one mean: does another column say where values are missing? Then the mean of the rest is another mean. */
function relatedColumn(inquiry: Inquiry): Finding | null {
  const outcome = roleColumn(inquiry.claim, 'value') ?? roleColumn(inquiry.claim, 'outcome') ?? '';
  const column = inquiry.table.column(outcome);
  if (column === undefined) return null;
  const others = inquiry.table.columns.filter(({ name }) => name !== outcome);
  for (const { name } of others) {
    const found = missingnessBy(inquiry, [column], name) ?? missingnessAlong(inquiry, outcome, name);
    if (found !== null && found.p < LEVEL / others.length) {
      return inconclusive(
        `missingness depends on ${name}: ${found.words}; the mean of the present values is not the mean of all`,
        { statistic: found.p, threshold: LEVEL / others.length },
      );
    }
  }
  return null;
}
