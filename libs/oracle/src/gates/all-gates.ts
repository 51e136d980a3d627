import { adjustmentForm } from './adjustment-form';
import { asAssigned } from './as-assigned';
import { baselineBalance } from './baseline-balance';
import { carryOver } from './carry-over';
import { ratioParts } from './ratio-parts';
import { undeclaredWeights } from './undeclared-weights';
import { attempts } from './attempts';
import { baselineSelection } from './baseline-selection';
import { claimFitsData } from './claim-fits-data';
import { claimUnit } from './claim-unit';
import { clustering } from './clustering';
import { coarserTime } from './coarser-time';
import { confounding } from './confounding';
import { contamination } from './contamination';
import { contract } from './contract';
import { copiedRows } from './copied-rows';
import { crossingHazards } from './crossing-hazards';
import { design } from './design';
import { direction } from './direction';
import { evidence } from './evidence';
import { family } from './family';
import { featureTimes } from './feature-times';
import type { Gate } from './gate';
import { goalMetric } from './goal-metric';
import { heldOut } from './held-out';
import { immortalTime } from './immortal-time';
import { leverage } from './leverage';
import { majority } from './majority';
import { missingValues } from './missing-values';
import { monotone } from './monotone';
import { negativeControl } from './negative-control';
import { novelty } from './novelty';
import { outliers } from './outliers';
import { overlap } from './overlap';
import { postTreatmentControl } from './post-treatment-control';
import { preTrends } from './pre-trends';
import { reproducibility } from './reproducibility';
import { sampleRatio } from './sample-ratio';
import { sampleSize } from './sample-size';
import { seasons } from './seasons';
import { segmentReversal } from './segment-reversal';
import { skewness } from './skewness';
import { smallSample } from './small-sample';
import { splitLeak } from './split-leak';
import { stopping } from './stopping';
import { survivorship } from './survivorship';
import { targetEncoding } from './target-encoding';
import { targetLeak } from './target-leak';
import { timeDependence } from './time-dependence';
import { trainTestCopies } from './train-test-copies';
import { undeclaredCauses } from './undeclared-causes';
import { undeclaredOrder } from './undeclared-order';
import { undeclaredUnits } from './undeclared-units';
import { unitChange } from './unit-change';

/**
 * Every gate in the order run, cheap first: the claim fits, two runs agree, the contract, shape and size, the primary
 * test, design, robustness, multiplicity. What explains an effect stands before its direction: reasons are given in
 * this order, and a confounder says why the sign is wrong.
 */
export const GATES: readonly Gate[] = [
  claimFitsData,
  reproducibility,
  contract,
  sampleSize,
  missingValues,
  copiedRows,
  unitChange,
  sampleRatio,
  contamination,
  survivorship,
  claimUnit,
  featureTimes,
  evidence,
  clustering,
  undeclaredUnits,
  undeclaredOrder,
  undeclaredWeights,
  timeDependence,
  coarserTime,
  seasons,
  design,
  asAssigned,
  baselineBalance,
  confounding,
  postTreatmentControl,
  negativeControl,
  segmentReversal,
  undeclaredCauses,
  direction,
  overlap,
  ratioParts,
  carryOver,
  baselineSelection,
  preTrends,
  immortalTime,
  crossingHazards,
  targetLeak,
  targetEncoding,
  trainTestCopies,
  splitLeak,
  majority,
  heldOut,
  smallSample,
  leverage,
  skewness,
  adjustmentForm,
  outliers,
  monotone,
  novelty,
  goalMetric,
  stopping,
  family,
  attempts,
];
