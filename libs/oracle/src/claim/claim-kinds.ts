import type { ClaimKind } from './claim';
import {
  adjusted,
  assignedRoles,
  baseline,
  controls,
  crossover,
  measured,
  needed,
  negativeControls,
  optional,
  type RoleDescription,
  segment,
  threshold,
  time,
  twoGroups,
} from './roles';

export interface ClaimKindDescription {
  readonly asks: string;
  readonly test: string;
  readonly roles: Readonly<Record<string, RoleDescription>>;
  /** Roles of other kinds that have no meaning here: why, and what to do instead. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Each inner list: at least one of these roles must be given. */
  readonly oneOf: readonly (readonly string[])[];
  readonly example: { readonly question: string; readonly roles: object; readonly declared: object };
}

/** Every kind with its roles; the source of validation, of "did you mean" and of the reference documentation. */
export const claimKinds: Readonly<Record<ClaimKind, ClaimKindDescription>> = {
  table: {
    asks: 'Is this table reproducible and does it satisfy its contract?',
    test: 'two runs agree within the recorded tolerance; every clause of the contract holds',
    roles: {},
    oneOf: [],
    example: { question: 'daily_flights is complete and keyed', roles: {}, declared: {} },
  },
  level: {
    asks: 'Does the mean of a value differ from a threshold?',
    test: 't test; by unit or cluster when rows repeat; autocorrelation-corrected when there is a time',
    roles: {
      value: { ...needed('numeric', 'what is measured', 'metric'), unless: 'numerator' },
      ...measured,
      threshold,
      time,
    },
    oneOf: [['threshold', 'declared:threshold']],
    example: {
      question: 'flights arrive late on average',
      roles: { value: 'arr_delay', threshold: 0 },
      declared: { cluster: 'day', direction: '>' },
    },
  },
  association: {
    asks: 'Are x and y associated?',
    test: 'slope with HC3 errors; both series whitened when there is a time; permutation in small tables',
    roles: {
      x: needed('any', 'one variable'),
      y: needed('any', 'the other'),
      ...adjusted,
      negative_controls: negativeControls,
    },
    oneOf: [],
    example: {
      question: 'longer flights recover more delay',
      roles: { x: 'distance', y: 'gain' },
      declared: { cluster: 'day' },
    },
  },
  effect: {
    asks: 'Does changing x change y?',
    test: 'slope adjusted jointly for all declared pre-treatment columns, HC3 or cluster-robust errors',
    roles: {
      x: needed('any', 'the cause', 'treatment'),
      y: needed('numeric', 'the outcome', 'outcome'),
      ...assignedRoles,
      baseline,
      ...adjusted,
      negative_controls: negativeControls,
    },
    oneOf: [],
    example: {
      question: 'training raised earnings',
      roles: { x: 'treat', y: 're78' },
      declared: { design: 'randomised', direction: '>' },
    },
  },
  comparison: {
    asks: 'Do groups differ in the mean of a value?',
    test: "Welch; Welch's analysis of variance for three or more groups; cluster-robust when rows repeat per unit; paired when every unit is in both groups",
    roles: {
      ...twoGroups,
      ...adjusted,
      unit: optional('any', 'the unit that the rows repeat'),
      negative_controls: negativeControls,
    },
    oneOf: [],
    example: {
      question: 'regional carriers are later',
      roles: { group: 'carrier_type', value: 'arr_delay' },
      declared: { cluster: 'day', pre_treatment: ['hour', 'month'] },
    },
  },
  experiment: {
    asks: 'Did the variant move the metric?',
    test: 'sample ratio first; then Welch or cluster-robust difference; looks, novelty and segments checked',
    roles: {
      variant: needed('category', 'assigned variant', 'group', 'treatment'),
      metric: { ...needed('numeric', 'what is compared', 'value', 'outcome'), unless: 'numerator' },
      ...measured,
      ...assignedRoles,
      ...crossover,
      baseline,
      ...adjusted,
      unit: optional('any', 'what was assigned'),
      negative_controls: negativeControls,
    },
    oneOf: [],
    example: {
      question: 'B raises conversion',
      roles: { variant: 'variant', metric: 'converted' },
      declared: { intended_split: [0.5, 0.5], unit: 'user' },
    },
  },
  change: {
    asks: 'Did a value change, and more than in an untreated group?',
    test: 'paired t; with a group, change adjusted for the value before; with a start time, difference in differences; ratios by the delta method per unit',
    roles: {
      before: optional('numeric', 'value before'),
      after: optional('numeric', 'value after'),
      group: optional('category', 'who was treated', 'treatment', 'treated', 'variant'),
      value: optional('numeric', 'value in long form', 'metric', 'outcome'),
      time: optional('time', 'when, in long form', 'period', 'date'),
      ...measured,
      ...assignedRoles,
      unit: optional('any', 'the unit that the rows repeat'),
      controls,
      segment,
    },
    refused: {
      baseline: 'the baseline of a change is its "before", which is adjusted for; put earlier measures under controls',
      sequence: 'a crossover is a comparison: claim the kind "comparison" with period, sequence and declared unit',
      count: 'rows that stand for several have no value before and after of their own; give one row for each',
    },
    oneOf: [['before', 'value', 'numerator']],
    example: {
      question: 'coaching raised the score',
      roles: { before: 'before', after: 'after', group: 'coached' },
      declared: { assignment: 'randomised' },
    },
  },
  trend: {
    asks: 'Does a value rise or fall over time?',
    test: 'slope with errors corrected for autocorrelation, one value per point in time',
    roles: {
      time: needed('time', 'when', 'period', 'date'),
      value: { ...needed('numeric', 'the value to follow over time', 'metric'), unless: 'numerator' },
      ...measured,
      controls,
      segment,
    },
    oneOf: [],
    example: { question: 'delays grow over the year', roles: { time: 'date', value: 'arr_delay' }, declared: {} },
  },
  proportion: {
    asks: 'Is a share different between groups, or from a threshold?',
    test: 'score test of the difference; exact (mid-p) where counts are small; one share: exact binomial; Wilson and Newcombe intervals',
    roles: {
      outcome: needed('binary', 'yes or no', 'value', 'metric', 'event', 'success'),
      group: optional('category', 'compared groups', 'variant', 'x'),
      threshold,
      count: optional('numeric', 'how many observations the row stands for', 'weight'),
      ...adjusted,
    },
    oneOf: [['group', 'threshold', 'declared:threshold']],
    example: {
      question: 'men are admitted more often',
      roles: { group: 'gender', outcome: 'admitted' },
      declared: { pre_treatment: ['dept'] },
    },
  },
  prediction: {
    asks: 'Do the features predict the target?',
    test: 'joint robust test and skill on hashed folds; leaks, copies and encodings checked',
    roles: {
      target: needed('any', 'what is predicted', 'y'),
      features: {
        takes: 'columns',
        type: 'any',
        required: true,
        meaning: 'columns known at prediction time',
        aliases: ['x', 'predictors'],
      },
      split: optional('category', 'which rows are training and which are test rows'),
      time,
    },
    oneOf: [],
    example: {
      question: 'departure delay predicts arrival delay',
      roles: { target: 'late', features: ['dep_delay', 'distance'] },
      declared: { prediction_time: 'dep_time' },
    },
  },
  classification: {
    asks: 'Are these predictions better than chance?',
    test: 'informedness with exact errors on test rows that are not copies of training rows; ranking skill for scores',
    roles: {
      y_true: needed('category', 'what happened', 'target'),
      y_pred: optional('category', 'predicted class', 'prediction'),
      y_score: optional('numeric', 'predicted score', 'score', 'probability'),
      split: optional('category', 'which rows are training and which are test rows'),
      features: {
        takes: 'columns',
        type: 'any',
        required: false,
        meaning: 'inputs of the model, to find copies of training rows',
        aliases: [],
      },
      threshold,
    },
    oneOf: [['y_pred', 'y_score']],
    example: {
      question: 'the model finds late flights',
      roles: { y_true: 'late', y_pred: 'predicted_late', split: 'split' },
      declared: {},
    },
  },
  survival: {
    asks: 'Does one group reach the event sooner?',
    test: 'log-rank; hazard ratio by Cox; exposure counted from when it began',
    roles: {
      time: needed('numeric', 'time to the event or to the end of observation', 'duration'),
      event: needed('binary', '1 if the event was observed, 0 if not'),
      group: needed('category', 'compared groups', 'treatment', 'treated', 'variant'),
      ...assignedRoles,
    },
    oneOf: [],
    example: {
      question: 'treated patients live longer',
      roles: { time: 'months', event: 'died', group: 'treated' },
      declared: { treatment_start: 'start_month' },
    },
  },
  equivalence: {
    asks: 'Do two groups differ by less than a margin?',
    test: 'two one-sided tests against the declared margin (TOST)',
    roles: { ...twoGroups, ...adjusted, unit: optional('any', 'the unit that the rows repeat') },
    oneOf: [['declared:margin']],
    example: {
      question: 'the two terminals are equally punctual',
      roles: { group: 'terminal', value: 'arr_delay' },
      declared: { margin: 2, cluster: 'day' },
    },
  },
  noninferiority: {
    asks: 'Is one group not worse than another by more than a margin?',
    test: 'one-sided test against the declared margin',
    roles: { ...twoGroups, ...adjusted, unit: optional('any', 'the unit that the rows repeat') },
    oneOf: [['declared:margin'], ['declared:better', 'declared:direction']],
    example: {
      question: 'B is no slower than A',
      roles: { group: 'variant', value: 'seconds' },
      declared: { margin: 0.2, direction: 'B<A' },
    },
  },
};
