import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** Two runs of the same code over the same inputs. */
export const reproducibility: Gate = {
  name: 'reproducibility',
  kinds: 'all',
  looksFor: 'outputs that change from run to run',
  statistic: 'tolerance under which two runs agree',
  threshold: 'the tolerance the derivation declares (0 unless declared)',
  source: 'what cannot be computed again is no evidence (Peng 2011, Reproducible research in computational science)',
  examine({ input: { reproducibility: given }, claim }) {
    if (given === null) {
      const why = 'the table was not produced by two runs of a derivation';
      return claim.kind === 'table'
        ? inconclusive(`${why}: run the derivation to have its output reproduced`)
        : skip(why);
    }
    const numbers = given.tolerance === undefined ? {} : { threshold: given.tolerance };
    const within = given.tolerance === undefined || given.tolerance === 0 ? '' : ` (within ${say(given.tolerance)})`;
    return given.identical
      ? sound(`two runs gave the same output${within === '' ? '' : `${within}: ${given.detail}`}`, numbers)
      : unsound(`two runs gave different outputs: ${given.detail}`, numbers);
  },
};
