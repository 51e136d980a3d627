import { rowsWhere } from '../statistics/rows';
import { logRank, riskSets } from '../statistics/survival-comparison';
import { honestSpells, naiveSpells, survivalP } from '../evidence/survival-evidence';
import { say, sayPercent } from '../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from './gate';

/** Time before treatment is not counted as treated time. */
export const immortalTime: Gate = {
  name: 'immortal-time',
  kinds: ['survival'],
  looksFor: 'treated subjects who could not die before treatment, counted as treated from the start',
  statistic: 'log-rank z with exposure counted from its start',
  threshold: 'nothing left (p > 0.05) of a result significant at α',
  source: 'Suissa, Immortal time bias in pharmacoepidemiology (2008)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study?.shape !== 'survival') return skip('there is no survival comparison');
    const { start, exposed, duration } = study;
    if (start === null) return skip('no treatment_start is declared: exposure is taken to begin at time 0');
    const treated = rowsWhere(exposed.length, (i) => exposed[i] === 1);
    const late = treated.filter((i) => (start[i] ?? 0) > 0);
    if (late.length === 0) return sound('all exposure begins at time 0', { statistic: 0, n: study.n });
    const naive = logRank(riskSets(naiveSpells(study)));
    const honest = riskSets(honestSpells(study));
    const waited = treated.reduce((total, i) => total + Math.min(start[i] ?? 0, duration[i] ?? 0), 0) / treated.reduce((total, i) => total + (duration[i] ?? 0), 0);
    const p = survivalP(honest, 0);
    const numbers = { statistic: logRank(honest).z, threshold: inquiry.input.alpha, n: study.n };
    const words = `${sayPercent(late.length / treated.length)} of the treated began after time 0 (treatment_start); ${sayPercent(waited)} of their time was before it. Log-rank z goes from ${say(naive.z)} to ${say(logRank(honest).z)} when exposure counts from its start`;
    if (survivalP(riskSets(naiveSpells(study)), 0) < inquiry.input.alpha && (p > 0.05 || naive.z * logRank(honest).z < 0)) return unsound(`${words}: the advantage is immortal time`, numbers);
    return p <= inquiry.level ? sound(words, numbers) : inconclusive(words, numbers);
  },
};
