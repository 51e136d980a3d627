import { logRank, riskSets } from '../../statistics/comparison/survival-comparison';
import { honestSpells } from '../../evidence/survival-evidence';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

const CLEAR = 2.81;

/** One group is ahead throughout. */
export const crossingHazards: Gate = {
  name: 'crossing-hazards',
  kinds: ['survival'],
  looksFor: 'hazards that cross: one group ahead early, the other late',
  statistic: 'log-rank z in the earlier and in the later half of the events',
  threshold: 'both beyond 2.81 and opposite',
  source: 'Fleming & Harrington (1991), ch. 7',
  examine(inquiry) {
    const { study } = inquiry;
    if (study?.shape !== 'survival' || inquiry.evidence() === null) return skip('there is no survival comparison');
    const sets = riskSets(honestSpells(study));
    const half = Math.floor(sets.length / 2);
    const [early, late] = [logRank(sets.slice(0, half)).z, logRank(sets.slice(half)).z];
    const numbers = { statistic: early - late, threshold: 2 * CLEAR, n: study.n };
    const words = `z is ${say(early)} over the earlier half of the events, ${say(late)} over the later`;
    return early * late < 0 && Math.abs(early) > CLEAR && Math.abs(late) > CLEAR
      ? inconclusive(`${words}: the curves cross, so one number does not describe them`, numbers)
      : sound(words, numbers);
  },
};
