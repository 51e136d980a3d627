import { adjustmentForm } from './confounding/adjustment-form';
import { asAssigned } from './randomisation/as-assigned';
import { baselineBalance } from './randomisation/baseline-balance';
import { carryOver } from './time/carry-over';
import { ratioParts } from './measurement/ratio-parts';
import { undeclaredWeights } from './sample/undeclared-weights';
import { attempts } from './multiplicity/attempts';
import { baselineSelection } from './time/baseline-selection';
import { claimFitsData } from './claim/claim-fits-data';
import { claimUnit } from './claim/claim-unit';
import { clustering } from './dependence/clustering';
import { coarserTime } from './dependence/coarser-time';
import { confounding } from './confounding/confounding';
import { contamination } from './randomisation/contamination';
import { contract } from './claim/contract';
import { copiedRows } from './sample/copied-rows';
import { crossingHazards } from './time/crossing-hazards';
import { design } from './randomisation/design';
import { direction } from './claim/direction';
import { evidence } from './claim/evidence';
import { family } from './multiplicity/family';
import { featureTimes } from './prediction/feature-times';
import type { Gate } from './gate';
import { goalMetric } from './measurement/goal-metric';
import { heldOut } from './prediction/held-out';
import { immortalTime } from './time/immortal-time';
import { leverage } from './robustness/leverage';
import { majority } from './prediction/majority';
import { missingValues } from './sample/missing-values';
import { monotone } from './robustness/monotone';
import { negativeControl } from './confounding/negative-control';
import { novelty } from './time/novelty';
import { outliers } from './robustness/outliers';
import { overlap } from './confounding/overlap';
import { postTreatmentControl } from './confounding/post-treatment-control';
import { preTrends } from './time/pre-trends';
import { reproducibility } from './claim/reproducibility';
import { sampleRatio } from './randomisation/sample-ratio';
import { sampleSize } from './sample/sample-size';
import { seasons } from './time/seasons';
import { segmentReversal } from './confounding/segment-reversal';
import { skewness } from './robustness/skewness';
import { smallSample } from './robustness/small-sample';
import { splitLeak } from './prediction/split-leak';
import { stopping } from './multiplicity/stopping';
import { survivorship } from './sample/survivorship';
import { targetEncoding } from './prediction/target-encoding';
import { targetLeak } from './prediction/target-leak';
import { timeDependence } from './dependence/time-dependence';
import { trainTestCopies } from './prediction/train-test-copies';
import { undeclaredCauses } from './confounding/undeclared-causes';
import { undeclaredOrder } from './dependence/undeclared-order';
import { undeclaredUnits } from './dependence/undeclared-units';
import { unitChange } from './measurement/unit-change';

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
