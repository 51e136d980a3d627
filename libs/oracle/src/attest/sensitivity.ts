import type { Evidence } from '../evidence/evidence';
import { isChanceDeclared } from '../gates/randomisation/design';
import { statisticOf } from '../statistics/distribution/contrast';
import { normalQuantile, studentQuantile } from '../statistics/distribution/distributions';
import { eValue, robustnessValue } from '../statistics/regression/robustness-value';
import { say, sayPercent } from '../words/number-words';
import { digitsOf } from '../words/stable-digits';
import type { Sensitivity } from '../verdict/attestation';
import { missingBounds, observedSides } from './flow';
import type { Inquiry } from '../verdict/inquiry';

/** Power at which "could have been found" is meant. */
const POWER = 0.8;

/** What stands beside a sound verdict: what would undo it, and what it could not have seen. */
export function sensitivity(inquiry: Inquiry): readonly Sensitivity[] {
  const found = inquiry.evidence();
  if (found === null) return [];
  return [...unmeasured(inquiry, found), ...missing(inquiry), ...smallest(inquiry, found)].map((item) => ({
    ...item,
    value: item.value === null || !Number.isFinite(item.value) ? null : digitsOf(item.value),
  }));
}

function unmeasured(inquiry: Inquiry, { contrast, estimate, direction }: Evidence): Sensitivity[] {
  const { study, level, claim } = inquiry;
  if (isChanceDeclared(inquiry) || claim.kind === 'equivalence' || claim.kind === 'noninferiority') return [];
  if (study?.shape === 'survival' && estimate !== null) {
    const value = eValue(Math.exp(estimate.value));
    return [
      {
        name: 'e-value',
        value,
        detail: `an unmeasured common cause would have to be associated with both exposure and event by a risk ratio of ${say(value)} to explain the hazard ratio away`,
      },
    ];
  }
  if (study?.shape !== 'contrast' || contrast === null || study.paired) return [];
  const df = Number.isFinite(contrast.df) ? contrast.df : study.n;
  const t = statisticOf(contrast);
  const bar = studentQuantile(direction.sign === 0 ? level / 2 : level, df);
  const value = robustnessValue(t, df);
  return [
    {
      name: 'robustness-value',
      value,
      detail: `an unmeasured common cause would have to explain ${sayPercent(value)} of the residual variance of both ${study.focal} and ${study.outcome} to reduce the estimate to zero, ${sayPercent(robustnessValue(t, df, bar))} to make it insignificant`,
    },
  ];
}

/** What missing outcomes could hide: every value for yes/no (Manski), the trimmed excess for numbers (Lee). */
function missing(inquiry: Inquiry): Sensitivity[] {
  const { study } = inquiry;
  if (study?.shape !== 'contrast' || study.sides === null) return [];
  const [bounds, sides] = [missingBounds(inquiry, study), observedSides(study, inquiry)];
  if (bounds === null || sides === null) return [];
  const { low, high, method } = bounds;
  return [
    {
      name: 'missing-bounds',
      value: low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)),
      detail: `${sides.subject.missing} values of ${study.outcome} are missing for ${study.sides.subject} and ${sides.reference.missing} for ${study.sides.reference}; the unadjusted difference lies within ${say(low)}…${say(high)} whatever they were (${method} bounds)`,
    },
  ];
}

function smallest({ level, study }: Inquiry, { contrast, direction }: Evidence): Sensitivity[] {
  if (contrast === null || study === null || !(contrast.error > 0) || study.shape === 'classification') return [];
  const value = (normalQuantile(direction.sign === 0 ? level / 2 : level) + normalQuantile(1 - POWER)) * contrast.error;
  return [
    {
      name: 'smallest-effect',
      value,
      detail: `this design detects effects of at least ${say(value)} with ${sayPercent(POWER)} power and may miss smaller ones`,
    },
  ];
}
