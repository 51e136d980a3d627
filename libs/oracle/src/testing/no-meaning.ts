/** Kinds of claim that a gate does not look at, and why it has no meaning there; kinds stand apart by spaces. A table claim estimates nothing. */
export const NO_MEANING: Readonly<Record<string, { readonly kinds: string; readonly because: string }>> = {
  'sample-size': {
    kinds: 'trend prediction classification',
    because: 'the evidence gate has its own least number of points or rows',
  },
  'unit-change': {
    kinds: 'proportion prediction classification survival',
    because: 'the outcome is yes or no, a class or a rank: it has no unit of measure that could change unseen',
  },
  'sample-ratio': {
    kinds:
      'level association effect comparison change trend proportion prediction classification survival equivalence noninferiority',
    because: 'only an experiment plans how many rows each side gets',
  },
  contamination: {
    kinds:
      'level association effect comparison change trend proportion prediction classification survival equivalence noninferiority',
    because: 'only an experiment assigns units to sides',
  },
  'undeclared-weights': {
    kinds: 'association effect prediction classification survival',
    because: 'the estimate is no mean of a population whose rows could stand for more or fewer',
  },
  'as-assigned': {
    kinds: 'level association trend prediction classification',
    because: 'no groups are compared that somebody could have been assigned to',
  },
  'baseline-balance': {
    kinds: 'level association change trend proportion prediction classification survival',
    because: 'the kind has no role for the same measure from before, or takes the change from it',
  },
  'ratio-parts': {
    kinds: 'level association effect trend proportion prediction classification survival',
    because: 'no ratio of sums is compared between sides',
  },
  'carry-over': {
    kinds: 'level association effect change trend proportion prediction classification survival',
    because: 'the kind has no role for the period of a crossover',
  },
  'claim-unit': {
    kinds: 'prediction classification',
    because: 'a prediction is judged on the rows it is made for',
  },
  'feature-times': {
    kinds: 'level association effect comparison experiment change trend proportion survival equivalence noninferiority',
    because: 'only a prediction has features with a time of their own',
  },
  clustering: {
    kinds: 'trend prediction classification survival',
    because: 'the primary test counts by the cluster already, and no test by rows stands beside it',
  },
  'undeclared-units': {
    kinds: 'trend',
    because: 'a trend has one mean for each point in time, whatever units are behind it',
  },
  'undeclared-order': {
    kinds: 'change trend classification survival',
    because: 'this kind has its own time: a series, a start of treatment, a duration, or test rows',
  },
  'time-dependence': {
    kinds: 'prediction classification survival',
    because: 'rows of this kind make no series, or are tested against the order of time elsewhere',
  },
  'coarser-time': {
    kinds: 'prediction classification survival',
    because: 'no mean, slope or step of one series alone is claimed',
  },
  seasons: {
    kinds:
      'level association effect comparison experiment change proportion prediction classification survival equivalence noninferiority',
    because: 'there is no slope over time that a part of a season could make; linked series are freed of theirs',
  },
  design: {
    kinds:
      'level association comparison experiment change trend proportion prediction classification survival equivalence noninferiority',
    because:
      'only an effect claims a cause from any design; the other kinds claim a difference, a link or an experiment',
  },
  confounding: {
    kinds: 'level change trend prediction classification survival equivalence noninferiority',
    because: 'nothing is compared that a column could explain, or the test itself holds the declared columns fixed',
  },
  'post-treatment-control': {
    kinds: 'level change trend prediction classification survival equivalence noninferiority',
    because: 'nothing is compared, or an adjusted margin is tested where a control cannot make an effect',
  },
  'negative-control': {
    kinds: 'level change trend prediction classification survival equivalence noninferiority',
    because: 'nothing is compared, or the claim is that there is no difference',
  },
  'segment-reversal': {
    kinds: 'level prediction classification survival equivalence noninferiority',
    because: 'nothing is compared between rows of a segment, or the claim is about a margin',
  },
  'undeclared-causes': {
    kinds: 'level prediction classification',
    because: 'no groups of rows and no times are compared',
  },
  direction: {
    kinds: 'prediction classification equivalence noninferiority',
    because: 'skill has one good direction, and a margin test carries its side',
  },
  overlap: {
    kinds: 'level association change trend prediction classification survival',
    because: 'no groups are compared while columns are held fixed',
  },
  'baseline-selection': {
    kinds:
      'level association effect comparison experiment trend proportion prediction classification survival equivalence noninferiority',
    because: 'there is no value before to be picked for',
  },
  'pre-trends': {
    kinds:
      'level association effect comparison experiment trend proportion prediction classification survival equivalence noninferiority',
    because: 'there is no start of treatment with periods before it',
  },
  'immortal-time': {
    kinds: 'level association experiment change trend proportion prediction classification equivalence noninferiority',
    because: 'the outcome is no duration that a treated row had to outlast',
  },
  'crossing-hazards': {
    kinds:
      'level association effect comparison experiment change trend proportion prediction classification equivalence noninferiority',
    because: 'there is no hazard',
  },
  'target-leak': {
    kinds:
      'level association effect comparison experiment change trend proportion classification survival equivalence noninferiority',
    because: 'there are no features to restate a target',
  },
  'target-encoding': {
    kinds:
      'level association effect comparison experiment change trend proportion classification survival equivalence noninferiority',
    because: 'there are no features to be encoded from a target',
  },
  'train-test-copies': {
    kinds: 'level association effect comparison experiment change trend proportion survival equivalence noninferiority',
    because: 'nothing is learned from other rows',
  },
  'split-leak': {
    kinds: 'level association effect comparison experiment change trend proportion survival equivalence noninferiority',
    because: 'nothing is learned from other rows',
  },
  majority: {
    kinds:
      'level association effect comparison experiment change trend proportion prediction survival equivalence noninferiority',
    because: 'there are no predicted classes',
  },
  'held-out': {
    kinds:
      'level association effect comparison experiment change trend proportion classification survival equivalence noninferiority',
    because: 'nothing is fitted that could remember its rows, or the predictions were made elsewhere',
  },
  'small-sample': {
    kinds: 'level trend classification survival',
    because: 'the test is exact, resampled by its own gate (skewness), or has no exchangeable rows',
  },
  leverage: {
    kinds: 'level trend prediction classification survival',
    because: 'there is no slope whose error could rest on a few rows',
  },
  skewness: {
    kinds: 'trend prediction classification survival',
    because: 'the test does not rest on a mean of a skewed outcome',
  },
  'adjustment-form': {
    kinds: 'level change trend prediction classification survival equivalence noninferiority',
    because: 'no numeric column is held fixed as a straight line for a difference from zero',
  },
  outliers: {
    kinds:
      'level comparison experiment change proportion prediction classification survival equivalence noninferiority',
    because: 'there is no slope that one point could make; means answer to skewness and small-sample',
  },
  monotone: {
    kinds:
      'level comparison experiment change trend proportion prediction classification survival equivalence noninferiority',
    because: 'there is no slope over a range',
  },
  novelty: {
    kinds: 'level association effect change trend prediction classification survival equivalence noninferiority',
    because: 'there is no effect that could fade between halves of the time',
  },
  'goal-metric': {
    kinds: 'level trend prediction classification survival equivalence noninferiority',
    because: 'the claim is not about a metric that stands for another',
  },
  stopping: {
    kinds: 'trend prediction classification',
    because: 'the rows are a period, a file or test rows, not collected until a result appears',
  },
};
