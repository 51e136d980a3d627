import { fitTrend } from '../evidence/trend-evidence';
import { scannedSegments, type WithinSegment } from '../gates/confounding/segment-scan';
import { interval } from '../statistics/distribution/contrast';
import { moments } from '../statistics/sample/moments';
import { buildAdjusters } from '../study/contrast/adjusters-of';
import { fitContrast, unitDifferences } from '../study/contrast/contrast-fit';
import { type ContrastStudy, NO_ADJUSTERS } from '../study/study';
import type { Evidence } from '../evidence/evidence';
import type { Inquiry } from '../verdict/inquiry';
import { say } from '../words/number-words';
import { drawForest, type ForestRow, type Reference } from './forest';
import { drawPowerCurve } from './power-curve';
import { drawResiduals, type Residuals } from './residuals';
import { drawAttrition } from './attrition';
import { drawBalance } from './balance-plot';
import { drawFlow } from './flow-chart';
import type { Attestation } from '../verdict/attestation';
import type { Panel } from './panel';

/** Most lines of a forest; the rest would not be read. */
const MAX_ROWS = 14;
const NO_EFFECT = 'no effect';

/**
 * The pictures that go with an attestation: the estimate under each adjustment, how alike the sides are, which rows were
 * analysed, what the estimate leaves unexplained, and what the rows could have found. Empty where nothing was estimated; fewer where the estimate is not one coefficient.
 */
export function drawPictures(
  inquiry: Inquiry,
  { flow, balance }: Pick<Attestation, 'flow' | 'balance'>,
): readonly Panel[] {
  const found = inquiry.evidence();
  if (found === null || found.estimate === null || !Number.isFinite(found.estimate.value)) return [];
  const residuals = residualsOf(inquiry);
  const power = powerOf(found, inquiry);
  const attrition = flow === null ? null : drawAttrition(flow);
  return [
    drawForest(found.estimate.label, forestRows(found.estimate, inquiry), referencesOf(found, inquiry)),
    ...(balance.length === 0 ? [] : [drawBalance(balance, inquiry.contrastStudy()?.sides ?? null)]),
    ...(flow === null ? [] : [drawFlow(flow)]),
    ...(attrition === null ? [] : [attrition]),
    ...(residuals === null ? [] : [drawResiduals(residuals)]),
    ...(power === null ? [] : [power]),
  ];
}

function forestRows(estimate: NonNullable<Evidence['estimate']>, inquiry: Inquiry): ForestRow[] {
  const study = inquiry.contrastStudy();
  const names = study?.adjusters.names ?? [];
  const { value, interval: bounds } = estimate;
  const primary = {
    label: names.length === 0 ? 'as claimed' : 'adjusted for all',
    value,
    interval: bounds,
    primary: true,
  };
  if (study === null) return [primary];
  const plain = names.length === 0 ? [] : [row('unadjusted', fitContrast(study, NO_ADJUSTERS).contrast)];
  const each =
    names.length < 2
      ? []
      : names.slice(0, MAX_ROWS - 2).flatMap((name) => {
          const built = buildAdjusters(inquiry.table, [name], study.selection.rows);
          return built.ok ? [row(`adjusted for ${name}`, fitContrast(study, built.adjusters).contrast)] : [];
        });
  const others = [...plain, ...each].filter(isDrawable);
  const within = [...scannedSegments(study)]
    .map(([name, contrast]) => row(`within ${name}`, contrast))
    .filter(isDrawable);
  return [...others, primary, ...within].slice(0, MAX_ROWS);
}

function row(label: string, contrast: WithinSegment): ForestRow {
  return { label, value: contrast.value, interval: interval(contrast), primary: false };
}

function isDrawable({ value, interval: bounds }: ForestRow): boolean {
  return [value, bounds?.low ?? value, bounds?.high ?? value].every(Number.isFinite);
}

/** What an estimate is compared with: no effect, a threshold, or a margin on each side. */
function referencesOf({ estimate, contrast }: Evidence, inquiry: Inquiry): readonly Reference[] {
  if (contrast === null || estimate === null) return [];
  const against = estimate.value - contrast.value;
  const { margin } = inquiry.claim.declared;
  if (margin !== undefined && hasMargin(inquiry))
    return [-margin, margin].map((value) => ({ value, label: `margin ${say(value)}` }));
  // A difference of two close doubles: what is left of an exact zero is far below the error.
  const value = Math.abs(against) <= 1e-9 * contrast.error ? 0 : against;
  return [{ value, label: inquiry.study?.shape === 'mean' || value !== 0 ? `compared with ${say(value)}` : NO_EFFECT }];
}

/** What the fit of the primary test left, or null where there is no such fit. */
function residualsOf(inquiry: Inquiry): Residuals | null {
  const { study } = inquiry;
  if (study?.shape === 'trend') return overTime(fitTrend(study).fit.residuals, study.outcome, study.timeName);
  if (study?.shape === 'mean')
    return study.series === null
      ? aroundMean(study.y, study.outcome)
      : overTime(centred(study.y), study.outcome, study.series);
  const contrasted = inquiry.contrastStudy();
  if (contrasted === null) return null;
  const { outcome, series, paired, y } = contrasted;
  if (paired) return aroundMean(unitDifferences(contrasted), `difference in ${outcome} within a unit`);
  const { fit } = fitContrast(contrasted);
  if (fit === null) return aroundGroups(contrasted);
  if (series !== null) return overTime(fit.residuals, outcome, series);
  return {
    along: fit.residuals.map((residual, i) => (y[i] ?? NaN) - residual),
    residuals: fit.residuals,
    axis: `fitted ${outcome}`,
    outcome,
  };
}

function centred(values: Float64Array): Float64Array {
  const { mean } = moments(values);
  return values.map((value) => value - mean);
}

function aroundMean(values: Float64Array, outcome: string): Residuals {
  const residuals = centred(values);
  return {
    along: new Float64Array(values.length).fill((values[0] ?? NaN) - (residuals[0] ?? NaN)),
    residuals,
    axis: `mean of ${outcome}; points are spread sideways`,
    outcome,
  };
}

function aroundGroups({ x, y, outcome }: ContrastStudy): Residuals {
  const means = [0, 1].map((side) => moments(y.filter((_, i) => x[i] === side)).mean);
  const along = x.map((side) => means[side === 1 ? 1 : 0] ?? NaN);
  return {
    along,
    residuals: y.map((value, i) => value - (along[i] ?? NaN)),
    axis: `mean of ${outcome} in each group; points are spread sideways`,
    outcome,
  };
}

function overTime(residuals: Float64Array, outcome: string, time: string): Residuals {
  return { along: residuals.map((_, i) => i + 1), residuals, axis: `rows in order of ${time}`, outcome };
}

/** Null if the test is not of a difference: equivalence is shown by not finding one. */
function powerOf(found: Evidence, inquiry: Inquiry): Panel | null {
  const { contrast, direction, estimate } = found;
  const [against] = referencesOf(found, inquiry);
  if (contrast === null || estimate === null || against === undefined || !(contrast.error > 0) || hasMargin(inquiry))
    return null;
  const axis =
    against.label === NO_EFFECT
      ? `size of the effect (${estimate.label})`
      : `distance from ${say(against.value)} (${estimate.label})`;
  return drawPowerCurve({
    error: contrast.error,
    level: inquiry.level,
    twoSided: direction.sign === 0,
    effect: contrast.value,
    axis,
  });
}

function hasMargin({ claim }: Inquiry): boolean {
  return claim.kind === 'equivalence' || claim.kind === 'noninferiority';
}
