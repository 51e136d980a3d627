import type { Contrast } from '../../statistics/distribution/contrast';
import type { LeastSquares } from '../../statistics/regression/least-squares';

/** A contrast with the fit that it came from. */
export interface ContrastFit {
  readonly contrast: Contrast;
  /** Null for the closed forms (Welch, paired). */
  readonly fit: LeastSquares | null;
  readonly condition: number;
  /** Autocorrelation of the cluster scores over time, when clusters are points in time. */
  readonly serial: number | null;
}
