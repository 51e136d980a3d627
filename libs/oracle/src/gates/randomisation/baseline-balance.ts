import { roleColumn } from '../../claim/claim';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { pick } from '../../statistics/sample/rows';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { NO_ADJUSTERS } from '../../study/study';
import { variableOf } from '../../study/variable/variable';
import { say, sayWithInterval } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';
import { isChanceDeclared } from './design';

/** Every experiment with a baseline is looked at, so false alarms must be rare. */
const LEVEL = 0.001;

/** Groups that chance assigned were alike before. */
export const baselineBalance: Gate = {
  name: 'baseline-balance',
  kinds: ['effect', 'comparison', 'experiment', 'equivalence', 'noninferiority'],
  looksFor: 'randomised groups that differed before the start: the randomisation failed, or rows were lost',
  statistic: 'p of the same contrast of the baseline',
  threshold: 'p = 0.001; checked for groups declared as randomised',
  source: 'Kohavi, Tang & Xu (2020), ch. 19: the A/A test; Deng, Xu, Kohavi & Walker, CUPED (WSDM 2013)',
  examine(inquiry) {
    const name = roleColumn(inquiry.claim, 'baseline');
    const study = inquiry.contrastStudy();
    const values = variableOf(inquiry.table.column(name ?? '') ?? { name: '', type: 'time', values: NONE })?.values;
    if (name === undefined || values === undefined) return skip('no baseline is named');
    if (study === null || study.series !== null || study.x.length !== study.selection.rows.length)
      return skip('there is no contrast between rows');
    const before = pick(values, study.selection.rows);
    const { contrast } = fitContrast({ ...study, y: before, adjusters: NO_ADJUSTERS, binary: false, paired: false });
    const p = pValue(contrast);
    const words = `${name} differed by ${sayWithInterval(contrast.value, interval(contrast))} (p = ${say(p)})`;
    const numbers = { statistic: p, threshold: LEVEL, n: study.n };
    return p < LEVEL && isChanceDeclared(inquiry)
      ? inconclusive(
          `${words} before: a difference this large is unlikely between randomised groups; find out whether the assignment broke, or rows were lost`,
          numbers,
        )
      : sound(`${words} before, and is adjusted for`, numbers);
  },
};

const NONE = new Float64Array(0);
