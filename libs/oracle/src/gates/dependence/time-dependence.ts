import { roleColumn, without } from '../../claim/claim';
import { groupsFollow, movesWithTime, takenByTime } from '../../columns/as-series';
import { rowScores } from '../../columns/row-scores';
import { ascending, pick } from '../../statistics/sample/rows';
import { neighbouringScores } from '../../study/contrast/shared-scores';
import { timeValuesOf } from '../../table/time-values';
import { evidenceIf } from '../../columns/evidence-if';
import type { Column } from '../../table/column';
import { type Contrast, interval, pValue, statisticOf } from '../../statistics/distribution/contrast';
import { studentTwoSided } from '../../statistics/distribution/distributions';
import { classicalError } from '../../statistics/regression/least-squares';
import { fitModel, focalIndex, modelOf } from '../../study/contrast/contrast-fit';
import { fitTrend } from '../../evidence/trend-evidence';
import type { ContrastStudy, GroupsStudy, TrendStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayWithInterval } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';

/** Of a link that is only wandering, no more than this share can be left. */
const LEFT_OVER = 0.6;
/** Neighbours of three groups and more go together from here on (one-sided 5%). */
const GO_TOGETHER = 1.645;

/** The link is more than two series wandering, the trend more than one series wandering. */
export const timeDependence: Gate = {
  name: 'time-dependence',
  kinds: without('prediction', 'classification', 'survival'),
  looksFor: 'spurious regression of random walks, and drift that looks like a trend',
  statistic: 't computed as if rows were independent',
  threshold:
    'no effect left after removing autocorrelation (p > 0.05, slope interval excluding the plain slope, correlation below 0.6 of the plain one)',
  source: 'Granger & Newbold (1974); Phillips (1986)',
  examine(inquiry) {
    const { study } = inquiry;
    if (inquiry.evidence() === null) return skip('there is no estimate');
    if (study?.shape === 'trend') return trend(study, inquiry);
    if (study?.shape === 'contrast' && study.series !== null) return series(study, study.series, inquiry);
    const time = inquiry.table.column(roleColumn(inquiry.claim, 'time') ?? '');
    if (study?.shape === 'contrast' && time !== undefined && study.clusters?.origin === 'declared')
      return besideUnits(study, time, inquiry);
    if (study?.shape === 'groups' && time !== undefined) return several(study, time, inquiry);
    return skip('there is no time role that makes the rows a series');
  },
};

/** Three groups and more have no test for series: where they hold for a while each and their rows go together, nothing is known. */
function several(study: GroupsStudy, time: Column, inquiry: Inquiry): Finding | Skipped {
  const values = timeValuesOf(time);
  const scores = rowScores(study);
  if (values === null || scores === null || (inquiry.evidence()?.p ?? 1) > inquiry.level)
    return skip('the primary test already fails');
  if (study.clusters !== null || !groupsFollow(study, values))
    return sound(`rows of all groups occur throughout ${time.name}`, { n: study.n });
  const z = neighbouringScores(pick(scores, ascending(pick(values, study.selection.rows))));
  const numbers = { statistic: z, threshold: GO_TOGETHER, n: study.n };
  return z > GO_TOGETHER
    ? inconclusive(
        `each group holds for a while of ${time.name}, and rows next to each other are correlated (z = ${say(z)}): compare two groups at a time`,
        numbers,
      )
    : sound(`rows next to each other in ${time.name} are not correlated within their groups`, numbers);
}

/** A unit is declared, and there is a time: where x moves with the time, times are what repeats, not units. */
function besideUnits(study: ContrastStudy, time: Column, inquiry: Inquiry): Finding | Skipped {
  const found = inquiry.evidence();
  if (!movesWithTime(study, time))
    return skip(`both sides occur at the same ${time.name}: an event at that time affects both`);
  if (found === null || found.p > inquiry.level) return skip('the primary test already fails');
  const p = evidenceIf(inquiry, takenByTime(study, inquiry.claim, time));
  const numbers = { statistic: p, threshold: inquiry.level, n: study.n };
  const words = `all rows of one ${time.name} are of one side of ${study.focal}; clustered by ${time.name} p = ${say(p)}`;
  return p <= inquiry.level
    ? sound(words, numbers)
    : inconclusive(
        `${words}: anything else that happened at that time cannot be distinguished from ${study.focal}`,
        numbers,
      );
}

function series(study: ContrastStudy, time: string, inquiry: Inquiry): Finding {
  const model = modelOf(study);
  const fit = fitModel(model);
  const plain = fit.coefficients[focalIndex(model)] ?? NaN;
  const t = plain / classicalError(fit, focalIndex(model));
  const whitened = inquiry.evidence()?.contrast ?? null;
  if (whitened === null) return sound('there is no slope to whiten');
  const bounds = interval(whitened);
  const gone =
    studentTwoSided(t, fit.residualDf) < inquiry.input.alpha &&
    pValue(whitened) > 0.05 &&
    (bounds.low > plain || bounds.high < plain) &&
    reach(whitened, Math.sign(plain)) < LEFT_OVER * Math.abs(asCorrelation(t, fit.residualDf));
  const numbers = { statistic: t, threshold: inquiry.input.alpha, n: study.n };
  const words = `in order of ${time} the slope goes from ${say(plain)} (t = ${say(t)} as if rows were independent) to ${sayWithInterval(whitened.value, bounds)} once autocorrelation and a straight line in ${time} are removed`;
  return gone
    ? unsound(`${words}: both series drift, and their changes are not associated`, numbers)
    : sound(words, numbers);
}

function asCorrelation(t: number, df: number): number {
  return t / Math.sqrt(t * t + df);
}

/** Upper end of the whitened correlation towards the plain one: slopes of other columns' scale say nothing about strength. */
function reach(whitened: Contrast, sign: number): number {
  const r = sign * asCorrelation(statisticOf(whitened), whitened.df);
  return Math.tanh(Math.atanh(r) + 1.96 / Math.sqrt(Math.max(1, whitened.n - 3)));
}

function trend(study: TrendStudy, inquiry: Inquiry): Finding {
  const { naive, serial, fit } = fitTrend(study);
  const found = inquiry.evidence();
  const numbers = { statistic: naive, threshold: inquiry.level, n: study.n };
  const words = `autocorrelation ${say(serial.rho)} (estimated ${say(serial.estimated)}) over ${study.n} points of ${study.timeName}`;
  const naiveP = studentTwoSided(naive, fit.residualDf);
  if (found !== null && found.p > inquiry.level && naiveP < 0.05) {
    return inconclusive(
      `${words}: t = ${say(naive)} as if points were independent is ${say(found.statistic)} when corrected for autocorrelation; a drifting series (random walk) looks like this`,
      numbers,
    );
  }
  return sound(words, numbers);
}
