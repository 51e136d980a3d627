import { without } from '../../claim/claim';
import { pValue } from '../../statistics/distribution/contrast';
import { clusterColumn } from '../../study/rows/clusters-of';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { meanContrast } from '../../statistics/comparison/welch';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Rows that belong together are not counted as separate evidence. */
export const clustering: Gate = {
  name: 'clustering',
  kinds: without('trend', 'prediction', 'classification', 'survival'),
  looksFor: 'significance that comes from treating rows of one unit as independent',
  statistic: 'p as if rows were independent',
  threshold: 'the cluster-robust p decides',
  source: 'Moulton (1990); Bertrand, Duflo & Mullainathan (2004)',
  examine(inquiry) {
    const { study, claim, table } = inquiry;
    const found = inquiry.evidence();
    if (found === null || (study?.shape !== 'contrast' && study?.shape !== 'mean'))
      return skip('there is no single estimate');
    if (study.clusters === null) {
      const name = clusterColumn(claim, table);
      return skip(name === null ? 'no column is declared as unit or cluster' : `every value of ${name} has one row`);
    }
    const { name, count } = study.clusters;
    const naive =
      study.shape === 'mean'
        ? pValue(meanContrast(study.y))
        : pValue(fitContrast({ ...study, clusters: null, timeClusters: null, paired: false }).contrast);
    const numbers = { statistic: naive, threshold: inquiry.level, n: count };
    const words = `${study.n} rows are ${count} values of ${name}; p = ${say(naive)} by rows, ${say(found.p)} by ${name}`;
    return naive < 0.05 && found.p > inquiry.level
      ? inconclusive(
          `${words}: rows of one ${name} are not separate evidence${study.clusters.origin === 'copies' ? '; declare the unit that repeats' : ''}`,
          numbers,
        )
      : sound(words, numbers);
  },
};
