import { heldOutSkill } from '../../evidence/held-out-skill';
import { say, sayWithInterval } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** What is found in all rows also predicts rows not seen. */
export const heldOut: Gate = {
  name: 'held-out',
  kinds: ['prediction'],
  looksFor: 'overfitting: a fit that describes only its own rows',
  statistic: 'skill on rows held out by a hash of their content',
  threshold: 'better than chance',
  source: 'Stone, Cross-validatory choice (1974)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study?.shape !== 'prediction' || inquiry.evidence() === null) return skip('there is no prediction to hold out');
    const skill = heldOutSkill(study, inquiry.input.seed);
    const numbers = { statistic: skill.value, threshold: skill.chance, n: skill.n, seed: inquiry.input.seed };
    const words = `skill ${sayWithInterval(skill.value, skill.interval)} on ${skill.how}`;
    return skill.value > skill.chance
      ? sound(words, numbers)
      : inconclusive(`${words}: no better than chance (${say(skill.chance)}) on held-out rows`, numbers);
  },
};
