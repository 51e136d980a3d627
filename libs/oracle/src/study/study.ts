import type { Claim } from '../claim/claim';
import type { Sides } from '../claim/direction';
import type { Clusters } from '../statistics/regression/cluster-error';
import type { Factor } from './variable/factor';

/** The rows that repeat one declared unit or cluster. */
export interface NamedClusters extends Clusters {
  readonly name: string;
  /** A declared unit or cluster, points of the time role, or rows found to be copies of each other. */
  readonly origin: 'declared' | 'time' | 'copies';
}

/** Rows of the table that take part, and why others do not. */
export interface Selection {
  readonly rows: Int32Array;
  /** Rows in which nothing is missing; more than `rows` when those are a sample. */
  readonly complete: number;
  readonly total: number;
  /** Missing values per column of the claim, only where there are any. */
  readonly missing: readonly { readonly column: string; readonly count: number }[];
}

/** Columns held fixed: numbers as they are, categories jointly as cells. */
export interface Adjusters {
  readonly names: readonly string[];
  readonly numeric: readonly { readonly name: string; readonly values: Float64Array }[];
  /** All combinations of the categorical adjusters, or null when there are none. */
  readonly cells: Factor | null;
}

export const NO_ADJUSTERS: Adjusters = { names: [], numeric: [], cells: null };

interface Rows {
  readonly n: number;
  readonly selection: Selection;
  readonly outcome: string;
  /** Outcome values, one per selected row. */
  readonly y: Float64Array;
  readonly binary: boolean;
  /** What makes `y` the parts of a ratio of sums; null for values as they are. */
  readonly ratioBy: 'denominator' | 'weight' | null;
  readonly clusters: NamedClusters | null;
}

/** One coefficient: a slope or the difference of two groups, other columns held fixed. */
export interface ContrastStudy extends Rows {
  readonly shape: 'contrast';
  readonly focal: string;
  /** Slope variable, or 0/1 for groups. */
  readonly x: Float64Array;
  /** The two groups, or null for a slope. */
  readonly sides: Sides | null;
  readonly adjusters: Adjusters;
  /** Every unit is in both groups: the contrast is taken within units. */
  readonly paired: boolean;
  /** Rows stand in order of this time, one per time; their errors may be autocorrelated. */
  readonly series: string | null;
  /** Clusters are points in time: their scores may be autocorrelated too. */
  readonly timeClusters: Float64Array | null;
}

/** One mean against a threshold (already subtracted from y). */
export interface MeanStudy extends Rows {
  readonly shape: 'mean';
  readonly threshold: number;
  readonly series: string | null;
  /** Clusters are points in time: their scores may be autocorrelated too. */
  readonly timeClusters: Float64Array | null;
  /** Counts behind a share, for exact tests; null for a mean. */
  readonly share: boolean;
}

/** Means of three or more groups. */
export interface GroupsStudy extends Rows {
  readonly shape: 'groups';
  readonly focal: string;
  readonly codes: Int32Array;
  readonly labels: readonly string[];
  readonly adjusters: Adjusters;
}

/** A value followed over time, one value per point in time. */
export interface TrendStudy extends Rows {
  readonly shape: 'trend';
  readonly time: Float64Array;
  /** The times are dates, counted in days; else they are numbers as they stand. */
  readonly isDated: boolean;
  readonly timeName: string;
  /** Rows of the table behind the points. */
  readonly rowsPerPoint: number;
}

export interface PredictionStudy {
  readonly shape: 'prediction';
  readonly n: number;
  readonly selection: Selection;
  readonly target: string;
  readonly y: Float64Array;
  readonly binary: boolean;
  /** Feature columns, categories expanded. */
  readonly features: readonly { readonly name: string; readonly values: Float64Array }[];
  readonly clusters: NamedClusters | null;
  /** Test rows of a declared split, or null. */
  readonly test: Uint8Array | null;
  readonly series: string | null;
}

export interface ClassificationStudy {
  readonly shape: 'classification';
  readonly n: number;
  readonly selection: Selection;
  readonly target: string;
  /** True class codes and labels. */
  readonly truth: Int32Array;
  readonly labels: readonly string[];
  readonly predicted: Int32Array | null;
  readonly score: Float64Array | null;
  /** Rows judged: the test rows, or all. */
  readonly test: Uint8Array;
  readonly hasSplit: boolean;
  readonly clusters: NamedClusters | null;
}

export interface SurvivalStudy {
  readonly shape: 'survival';
  readonly n: number;
  readonly selection: Selection;
  readonly duration: Float64Array;
  readonly event: Float64Array;
  readonly exposed: Float64Array;
  readonly focal: string;
  readonly sides: Sides;
  readonly clusters: NamedClusters | null;
  /** When exposure began, on the scale of the duration; null when not declared. */
  readonly start: Float64Array | null;
}

/** Nothing is estimated: reproducibility and contract decide. */
export interface EmptyStudy {
  readonly shape: 'empty';
  readonly n: number;
}

export type Study =
  | ContrastStudy
  | MeanStudy
  | GroupsStudy
  | TrendStudy
  | PredictionStudy
  | ClassificationStudy
  | SurvivalStudy
  | EmptyStudy;

/** A study, or the words that say why the claim does not fit the data. */
export type BuiltStudy = { readonly ok: true; readonly study: Study } | Refused;

/** Why a claim does not fit the data. */
export interface Refused {
  readonly ok: false;
  readonly reason: string;
}

export function refused(reason: string): Refused {
  return { ok: false, reason };
}

/** Columns the claim says come after the cause: never held fixed. */
export function isPostTreatment(claim: Claim, column: string): boolean {
  return claim.declared.post_treatment?.includes(column) ?? false;
}
