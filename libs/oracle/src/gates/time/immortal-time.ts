import { evidenceIf } from '../../columns/evidence-if';
import { ask, declaration } from '../../columns/questions';
import { undeclaredColumns } from '../../columns/undeclared-columns';
import { pick, rowsWhere } from '../../statistics/sample/rows';
import { logRank, riskSets } from '../../statistics/comparison/survival-comparison';
import { honestSpells, naiveSpells, survivalP } from '../../evidence/survival-evidence';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { fitContrast } from '../../study/contrast/contrast-fit';
import type { ContrastStudy, SurvivalStudy } from '../../study/study';
import { timeValuesOf } from '../../table/time-values';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent, sayWithInterval } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';

/** Fewer late starts than this cannot carry a difference. */
const FEW_LATE = 5;

/** Time before treatment is not counted as treated time. */
export const immortalTime: Gate = {
  name: 'immortal-time',
  kinds: ['survival', 'comparison', 'effect'],
  looksFor: 'immortal time: subjects counted as treated from the start, who could not die before treatment',
  statistic: 'log-rank z with exposure counted from its start',
  threshold: 'a result significant at α that vanishes (p > 0.05)',
  source: 'Suissa, Immortal time bias in pharmacoepidemiology (2008)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study?.shape === 'contrast') return durations(study, inquiry);
    if (study?.shape !== 'survival') return skip('there is no survival comparison');
    const { start, exposed, duration } = study;
    if (start === null) return undeclared(study, inquiry);
    const treated = rowsWhere(exposed.length, (i) => exposed[i] === 1);
    const late = treated.filter((i) => (start[i] ?? 0) > 0);
    if (late.length === 0) return sound('all exposure begins at time 0', { statistic: 0, n: study.n });
    const naive = logRank(riskSets(naiveSpells(study)));
    const honest = riskSets(honestSpells(study));
    const waited =
      treated.reduce((total, i) => total + Math.min(start[i] ?? 0, duration[i] ?? 0), 0) /
      treated.reduce((total, i) => total + (duration[i] ?? 0), 0);
    const p = survivalP(honest, 0);
    const numbers = { statistic: logRank(honest).z, threshold: inquiry.input.alpha, n: study.n };
    const words = `${sayPercent(late.length / treated.length)} of the treated began after time 0 (treatment_start); ${sayPercent(waited)} of their time was before it. Log-rank z goes from ${say(naive.z)} to ${say(logRank(honest).z)} when exposure counts from its start`;
    if (
      survivalP(riskSets(naiveSpells(study)), 0) < inquiry.input.alpha &&
      (p > 0.05 || naive.z * logRank(honest).z < 0)
    )
      return unsound(`${words}: the advantage is immortal time`, numbers);
    return p <= inquiry.level ? sound(words, numbers) : inconclusive(words, numbers);
  },
};

/** Nobody says when exposure began: a time that only the treated have, and that they outlasted, may be it. */
function undeclared(study: SurvivalStudy, inquiry: Inquiry): Finding | Skipped {
  const found = inquiry.evidence();
  const column = startColumn(study, inquiry);
  if (column === null || found === null || found.p > inquiry.level)
    return skip('no treatment_start is declared, and no column looks like one: exposure is assumed to begin at time 0');
  const p = evidenceIf(inquiry, { declared: { treatment_start: column } });
  const numbers = { statistic: p, threshold: inquiry.level, n: study.n };
  const seen = `${column} is filled for ${study.sides.subject} only and never later than the end of observation; with exposure counted from it p = ${say(p)}`;
  return p <= inquiry.level
    ? sound(`${seen}: the result holds`, numbers)
    : inconclusive(
        ask({
          seen,
          settle: [
            `${declaration('treatment_start', column)} if exposure began then`,
            `${declaration('treatment_start', 0)} if it began at once`,
          ],
        }),
        numbers,
      );
}

function startColumn(
  { selection: { rows }, exposed, duration }: SurvivalStudy,
  { table, claim }: Inquiry,
): string | null {
  const found = undeclaredColumns(table, claim).find((column) => {
    const values = column.type === 'boolean' ? null : timeValuesOf(column);
    if (values === null) return false;
    const start = pick(values, rows);
    const late = rowsWhere(rows.length, (i) => (start[i] ?? NaN) > 0);
    return (
      late.length >= FEW_LATE &&
      late.every((i) => exposed[i] === 1 && (start[i] ?? NaN) <= (duration[i] ?? NaN)) &&
      exposed.some((side, i) => side === 0 && !((start[i] ?? NaN) > 0))
    );
  });
  return found?.name ?? null;
}

/** A duration compared as a plain number: every treated subject had to last until treatment began. */
function durations(study: ContrastStudy, inquiry: Inquiry): Finding | Skipped {
  const { treatment_start: declared } = inquiry.claim.declared;
  const column = typeof declared === 'string' ? inquiry.table.column(declared) : undefined;
  if (column === undefined || column.type === 'string' || study.sides === null)
    return skip('no column is declared as treatment_start');
  const start = pick(column.values, study.selection.rows);
  const late = rowsWhere(study.n, (i) => study.x[i] === 1 && (start[i] ?? NaN) > 0);
  const waited = late.every((i) => (study.y[i] ?? NaN) >= (start[i] ?? NaN));
  if (late.length < FEW_LATE || !waited) return skip(`${study.outcome} is not a time that treated rows had to outlast`);
  const from = fitContrast({
    ...study,
    y: study.y.map((value, i) => (study.x[i] === 1 && (start[i] ?? NaN) > 0 ? value - (start[i] ?? NaN) : value)),
  }).contrast;
  const found = inquiry.evidence()?.contrast ?? null;
  const words = `all ${late.length} treated rows with a later ${column.name} (treatment_start) lasted until it; counted from there the difference goes from ${say(found?.value ?? NaN)} to ${sayWithInterval(from.value, interval(from))}`;
  const numbers = { statistic: from.value, threshold: inquiry.input.alpha, n: study.n };
  const gone =
    found !== null && pValue(found) < inquiry.input.alpha && (pValue(from) > 0.05 || from.value * found.value < 0);
  return gone
    ? unsound(`${words}: the advantage is immortal time`, numbers)
    : inconclusive(`${words}: claim survival from the start of treatment`, numbers);
}
