import { agreeing } from './agreeing-interval';
import type { Claim } from '../claim/claim';
import { directionOf } from '../claim/direction';
import { type Contrast, interval, type Interval, pValue, statisticOf } from '../statistics/distribution/contrast';
import { normalTail } from '../statistics/distribution/distributions';
import { levelPerLook } from '../statistics/distribution/group-sequential';
import { newcombeInterval } from '../statistics/comparison/proportions';
import { fitContrast, WORST_CONDITION } from '../study/contrast/contrast-fit';
import type { ContrastFit } from '../study/contrast/fitted-contrast';
import type { ContrastStudy } from '../study/study';
import type { Estimate, Evidence, Examined } from './evidence';
import { marginP } from './margin-test';

/** Fewer clusters or degrees of freedom than this, and the t reference is not to be trusted (Pustejovsky & Tipton 2018). */
const MIN_DF = 4;

export function examineContrast(study: ContrastStudy, claim: Claim): Examined {
  if (study.n < 4) return { impossible: `${study.n} complete rows are too few for any test` };
  const fitted = fitContrast(study);
  const { contrast } = fitted;
  if (Number.isNaN(contrast.value))
    return {
      impossible: `"${study.focal}" does not vary after adjusting for ${study.adjusters.names.join(', ') || 'the constant'}`,
    };
  if (!(contrast.error >= 0))
    return {
      impossible: `a group of "${study.focal}" has fewer than two complete rows, so its error cannot be estimated`,
    };
  if (fitted.condition > WORST_CONDITION)
    return {
      impossible: `the design matrix is too ill-conditioned for a reliable estimate (condition number ${fitted.condition.toExponential(1)})`,
    };
  if (contrast.clusters !== null && !study.paired && !(contrast.df >= MIN_DF)) {
    return {
      impossible: `${contrast.clusters} values of "${study.clusters?.name ?? ''}" are too few clusters for a reliable standard error (${contrast.df.toFixed(1)} degrees of freedom)`,
    };
  }
  const direction = directionOf(claim, study.sides);
  const counts = shareCounts(study);
  const evidence: Evidence = {
    p: counts === null ? pValue(contrast, direction.sign) : scoreP(counts, direction.sign),
    statistic: counts === null ? statisticOf(contrast) : scoreZ(counts),
    estimate: contrastEstimate(study, contrast, certifiedBounds(contrast, counts, claim)),
    direction,
    contrast,
    method: methodWords(fitted, study),
    condition: fitted.condition,
  };
  return claim.kind === 'equivalence' || claim.kind === 'noninferiority'
    ? againstMargin(evidence, contrast, claim)
    : evidence;
}

interface Share {
  readonly hits: number;
  readonly n: number;
}

/** Counts of a plain two-group comparison of a yes/no outcome; null when anything is held fixed or rows repeat. */
export function shareCounts(study: ContrastStudy): { reference: Share; subject: Share } | null {
  const plain =
    study.binary &&
    study.sides !== null &&
    study.clusters === null &&
    study.adjusters.names.length === 0 &&
    study.series === null;
  if (!plain) return null;
  const count = (side: number): Share => {
    let hits = 0;
    let n = 0;
    study.x.forEach((x, i) => {
      if (x !== side) return;
      n++;
      hits += study.y[i] ?? NaN;
    });
    return { hits, n };
  };
  return { reference: count(0), subject: count(1) };
}

/** An interval that stays at 95% although the rows were looked at more than once (repeated confidence interval). */
function intervalLevel({ declared: { looks = 1 } }: Claim): number {
  return 1 - levelPerLook(looks, 0.05);
}

/** The interval that goes on the certificate: it holds "no difference" wherever the test does not exclude that. */
function certifiedBounds(contrast: Contrast, counts: ReturnType<typeof shareCounts>, claim: Claim): Interval {
  const p = counts === null ? pValue(contrast) : scoreP(counts, 0);
  return agreeing(boundsOf(contrast, counts, intervalLevel(claim)), 0, p);
}

function boundsOf(contrast: Contrast, counts: ReturnType<typeof shareCounts>, level: number): Interval {
  const bounds =
    counts === null ? interval(contrast, level) : newcombeInterval(counts.reference, counts.subject, level);
  return { ...bounds, level: 0.95 };
}

/** Score z of a difference of shares: the variance under "no difference". */
function scoreZ({ reference, subject }: { reference: Share; subject: Share }): number {
  const n = reference.n + subject.n;
  const pooled = (reference.hits + subject.hits) / n;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / reference.n + 1 / subject.n));
  return error === 0 ? 0 : (subject.hits / subject.n - reference.hits / reference.n) / error;
}

function scoreP(counts: { reference: Share; subject: Share }, sign: -1 | 0 | 1): number {
  const z = scoreZ(counts);
  return sign === 0 ? 2 * normalTail(Math.abs(z)) : normalTail(sign * z);
}

function contrastEstimate(study: ContrastStudy, contrast: Contrast, bounds: Interval): Estimate {
  const label =
    study.sides === null
      ? `${study.outcome} per unit of ${study.focal}`
      : `${study.outcome}: ${study.focal} ${study.sides.subject} − ${study.sides.reference}`;
  return { value: contrast.value, label, unit: null, interval: bounds, n: study.n };
}

function methodWords({ contrast, serial }: ContrastFit, study: ContrastStudy): string {
  switch (contrast.method) {
    case 'welch':
      return 'Welch';
    case 'paired':
      return `paired over ${contrast.clusters ?? 0} values of ${study.clusters?.name ?? 'unit'}`;
    case 'cr2':
      return `cluster-robust (CR2) over ${contrast.clusters ?? 0} values of ${study.clusters?.name ?? 'cluster'}${serial === null ? '' : `, autocorrelation ${serial.toFixed(2)}`}`;
    case 'whitened-hc3':
      return `HC3 after removing autocorrelation ${(serial ?? 0).toFixed(2)} in order of ${study.series ?? 'time'}`;
    case 'ar1':
      return `error corrected for autocorrelation ${(serial ?? 0).toFixed(2)} in order of ${study.series ?? 'time'}`;
    case 'hc3':
    case 't':
    case 'wald':
      return contrast.method.toUpperCase();
  }
}

/** Equivalence and non-inferiority are tested against the declared margin. */
function againstMargin(evidence: Evidence, contrast: Contrast, claim: Claim): Examined {
  if (claim.kind === 'equivalence')
    return { ...evidence, p: marginP(contrast, claim, 0), direction: { sign: 0, from: 'none', words: '' } };
  const { better } = claim.declared;
  const good =
    better === undefined
      ? evidence.direction.from === 'declared'
        ? evidence.direction.sign
        : 0
      : better === 'higher'
        ? 1
        : -1;
  if (good === 0)
    return {
      impossible: 'the claim does not say which direction is better: declare "better": "higher" or "better": "lower"',
    };
  return {
    ...evidence,
    p: marginP(contrast, claim, good),
    direction: { sign: good, from: 'declared', words: better ?? evidence.direction.words },
  };
}
