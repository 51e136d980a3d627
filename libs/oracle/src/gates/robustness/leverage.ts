import { without } from '../../claim/claim';
import { testsOfZero } from '../../evidence/margin-test';
import { pValue } from '../../statistics/distribution/contrast';
import { coefficientWeights } from '../../statistics/regression/least-squares';
import { fitContrast, focalIndex, modelOf } from '../../study/contrast/contrast-fit';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** A normal x has a third of its rows' worth of evidence about a slope; half of that is a heavy-tailed x. */
const SHARE = 1 / 6;
/** With fewer rows' worth than this the t reference is off even for a well-behaved x. */
const MIN_ROWS = 15;

/** The slope rests on enough rows for its error to be known. */
export const leverage: Gate = {
  name: 'leverage',
  kinds: without('level', 'trend', 'prediction', 'classification', 'survival'),
  looksFor: 'a slope determined by a few extreme values of x, so that its robust error is unreliable',
  statistic: 'effective rows behind the slope: (Σw²)² / Σw⁴ of its weights; p with as many degrees of freedom',
  threshold: 'checked below max(15, n/6) effective rows; p at the level of this attempt',
  source: 'Imbens & Kolesár, Robust standard errors in small samples (2016): Satterthwaite under leverage',
  examine(inquiry) {
    const { study } = inquiry;
    const found = inquiry.evidence();
    if (found?.contrast === null || found?.contrast === undefined || study?.shape !== 'contrast')
      return skip('there is no slope');
    if (study.clusters !== null || study.series !== null)
      return skip('clusters or a series have their own degrees of freedom');
    if (study.sides !== null && study.adjusters.names.length === 0)
      return skip("Welch's degrees of freedom account for the smaller group");
    const { fit } = fitContrast(study);
    if (fit === null) return skip('the estimate is in closed form');
    const weights = coefficientWeights(fit, focalIndex(modelOf(study)));
    let squares = 0;
    let fourths = 0;
    for (const weight of weights) {
      squares += weight ** 2;
      fourths += weight ** 4;
    }
    const effective = squares ** 2 / fourths;
    const bar = Math.max(MIN_ROWS, SHARE * study.n);
    const numbers = { statistic: effective, threshold: bar, n: study.n };
    const words = `the slope rests on about ${say(effective)} of ${study.n} rows`;
    if (effective >= bar) return sound(words, numbers);
    const df = Math.max(1, effective - 1);
    const p = Math.max(
      ...testsOfZero(study, inquiry.claim, found.direction.sign).map((test) =>
        pValue({ ...fitContrast(test.study).contrast, df }, test.sign),
      ),
    );
    if (found.p > inquiry.level || p <= inquiry.level)
      return sound(`${words}; with that many degrees of freedom p = ${say(p)}`, numbers);
    return inconclusive(
      `${words}, those with extreme ${study.focal}; with that many degrees of freedom p = ${say(p)}, above ${say(inquiry.level)}`,
      numbers,
    );
  },
};
