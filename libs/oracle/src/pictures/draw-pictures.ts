import type { Claim } from '../claim/claim';
import { fitTrend } from '../evidence/trend-evidence';
import { candidateSegments, scanSegment } from '../gates/segment-scan';
import { type Contrast, interval } from '../statistics/contrast';
import type { LeastSquares } from '../statistics/least-squares';
import { buildAdjusters } from '../study/adjusters-of';
import { fitContrast } from '../study/contrast-fit';
import { type ContrastStudy, NO_ADJUSTERS } from '../study/study';
import type { Table } from '../table/table';
import { ALPHA } from '../verdict/policy';
import { Inquiry } from '../verdict/inquiry';
import { drawForest, type ForestRow } from './forest';
import { drawPowerCurve } from './power-curve';
import { drawResiduals } from './residuals';

export interface Picture {
  readonly name: 'forest' | 'residuals' | 'power';
  readonly svg: string;
}

export interface PictureInput {
  readonly table: Table;
  readonly claim: Claim;
  readonly attempts?: number;
  readonly alpha?: number;
}

/** Most lines of a forest; the rest would not be read. */
const MOST_ROWS = 14;

/**
 * The pictures that go with an attestation: the estimate under each adjustment, its residuals, and what the rows could
 * have found. Empty for claims that are not one coefficient. Static SVG, the same bytes for the same input.
 */
export function drawPictures({ table, claim, attempts = 1, alpha = ALPHA }: PictureInput): readonly Picture[] {
  const inquiry = new Inquiry({ table, claim, attempts, alpha, seed: 'pictures', contract: null, reproducibility: null });
  const found = inquiry.evidence();
  if (found?.contrast === null || found?.contrast === undefined || found.estimate === null) return [];
  const { estimate, contrast, direction } = found;
  const study = inquiry.contrastStudy();
  const unit = study?.outcome ?? estimate.label;
  const rows = study === null ? [row('as claimed', contrast, true)] : forestRows(study, inquiry);
  const fit = study === null ? trendFit(inquiry) : fitContrast(study).fit;
  return [
    { name: 'forest', svg: drawForest(claim.question, estimate.label, rows) },
    ...(fit === null ? [] : [{ name: 'residuals' as const, svg: drawResiduals('Residuals', unit, fittedValues(fit, inquiry), fit.residuals) }]),
    ...(contrast.error > 0 ? [{ name: 'power' as const, svg: drawPowerCurve('What these rows can find', { error: contrast.error, level: inquiry.level, twoSided: direction.sign === 0, estimate: contrast.value, unit }) }] : []),
  ];
}

function row(label: string, contrast: Contrast, primary = false): ForestRow {
  return { label, value: contrast.value, interval: interval(contrast), primary };
}

function forestRows(study: ContrastStudy, inquiry: Inquiry): ForestRow[] {
  const { names } = study.adjusters;
  const each = names.length < 2 ? [] : names.flatMap((name): ForestRow[] => {
    const built = buildAdjusters(inquiry.table, [name], study.selection.rows);
    return built.ok ? [row(`holding ${name} fixed`, fitContrast(study, built.adjusters).contrast)] : [];
  });
  const segments = study.series === null ? candidateSegments(inquiry.table, inquiry.claim, study).flatMap((segment): ForestRow[] => {
    const found = scanSegment(study, segment, inquiry.input.alpha, 3.29);
    return found === null ? [] : [row(`within ${segment.name}`, found.adjusted)];
  }) : [];
  const primary = row(names.length === 0 ? 'as claimed' : 'holding all fixed', fitContrast(study).contrast, true);
  const plain = names.length === 0 ? [] : [row('nothing held fixed', fitContrast(study, NO_ADJUSTERS).contrast)];
  return [...plain, ...each, primary, ...segments].filter(({ interval: bounds }) => Number.isFinite(bounds.low) && Number.isFinite(bounds.high)).slice(0, MOST_ROWS);
}

function trendFit({ study }: Inquiry): LeastSquares | null {
  return study?.shape === 'trend' ? fitTrend(study).fit : null;
}

/** Fitted values: the outcome minus its residual, on whatever scale the fit was made. */
function fittedValues({ residuals }: LeastSquares, { study }: Inquiry): Float64Array {
  const y = study !== null && 'y' in study && study.y.length === residuals.length ? study.y : new Float64Array(residuals.length);
  return residuals.map((residual, i) => (y[i] ?? NaN) - residual);
}
