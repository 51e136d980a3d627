import type { Claim } from '../claim/claim';
import { directionOf } from '../claim/direction';
import { interval } from '../statistics/distribution/contrast';
import { normalTail, studentTail, studentTwoSided } from '../statistics/distribution/distributions';
import { clusterInflation, logRankScores } from '../statistics/comparison/log-rank-scores';
import {
  logHazardRatio,
  logRank,
  type RiskSet,
  riskSets,
  type Spell,
} from '../statistics/comparison/survival-comparison';
import type { SurvivalStudy } from '../study/study';
import type { Examined } from './evidence';

/** Events needed for the log-rank's normal reference. */
const MIN_EVENTS = 10;

/** Spells as the table has them: exposed from the start. */
export function naiveSpells({ duration, event, exposed }: SurvivalStudy): Spell[] {
  return Array.from(duration, (exit, i) => ({ entry: 0, exit, event: event[i] === 1, exposed: exposed[i] === 1 }));
}

/** Spells with exposure counted from when it began: time before it belongs to the unexposed. */
export function honestSpells(study: SurvivalStudy): Spell[] {
  const { start } = study;
  if (start === null) return naiveSpells(study);
  return naiveSpells(study).flatMap((spell, i): Spell[] => {
    const from = start[i] ?? NaN;
    if (!spell.exposed || !(from > 0)) return [spell];
    if (from >= spell.exit) return [{ ...spell, exposed: false }];
    return [
      { entry: 0, exit: from, event: false, exposed: false },
      { entry: from, exit: spell.exit, event: spell.event, exposed: true },
    ];
  });
}

/** Two-sided p, or of the claimed direction of the hazard. */
export function survivalP(sets: readonly RiskSet[], sign: -1 | 0 | 1): number {
  const { z } = logRank(sets);
  return sign === 0 ? 2 * normalTail(Math.abs(z)) : normalTail(sign * z);
}

export function examineSurvival(study: SurvivalStudy, claim: Claim): Examined {
  const sets = riskSets(honestSpells(study));
  const test = logRank(sets);
  if (test.events < MIN_EVENTS) return { impossible: `${test.events} events are too few (${MIN_EVENTS} are needed)` };
  const declared = claim.declared.direction === undefined ? null : directionOf({ ...claim, question: '' }, study.sides);
  // "lives longer" is a smaller hazard: only a declared direction is read, and it speaks of time, not of hazard.
  const sign = declared === null ? 0 : declared.sign === 1 ? -1 : declared.sign === -1 ? 1 : 0;
  const ratio = logHazardRatio(sets);
  const { clusters } = study;
  const wider = clusters === null ? 1 : clusterInflation(logRankScores(study), clusters);
  const df = clusters === null ? Infinity : clusters.count - 1;
  const shape = { value: ratio.value, error: ratio.error * wider, df };
  const statistic = test.z / wider;
  return {
    p: sign === 0 ? studentTwoSided(statistic, df) : studentTail(sign * statistic, df),
    statistic,
    estimate: Number.isNaN(ratio.value)
      ? null
      : {
          value: ratio.value,
          label: `log hazard ratio: ${study.focal} ${study.sides.subject} against ${study.sides.reference}`,
          unit: null,
          interval: interval(shape),
          n: study.n,
        },
    direction: { sign, from: declared?.from ?? 'none', words: declared?.words ?? '' },
    contrast: null,
    method: methodWords(study),
    condition: 1,
  };
}

function methodWords({ start, clusters }: SurvivalStudy): string {
  const counted = clusters === null ? '' : `, cluster-robust over ${clusters.count} values of ${clusters.name}`;
  return `${start === null ? 'log-rank' : 'log-rank with exposure counted from its start'}${counted}`;
}
