import { z } from 'zod';

const text = z.string().max(4_000);
const short = z.string().max(300);
const count = z.int().nonnegative();
const seconds = z.number().nonnegative();
const score = z.number().nullable();
const setting = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);

export const ENGINES = ['automl_light', 'automl_stack', 'tuner', 'foundation', 'ensemble'] as const;
export type Engine = (typeof ENGINES)[number];

/** One candidate that a search tried. */
export const trial = z.strictObject({
  number: count,
  estimator: short,
  params: z.record(z.string().max(200), setting),
  /** In the unit of the metric that is optimised, as people read it; null where there is none. */
  score,
  seconds,
  state: z.enum(['complete', 'pruned', 'failed']),
  /** Why it failed. */
  message: text.nullable(),
});
export type Trial = z.infer<typeof trial>;

export const trialFrame = z.strictObject({ type: z.literal('trial'), trial });

export const progressFrame = z.strictObject({
  type: z.literal('progress'),
  phase: z.enum(['reading', 'searching', 'fitting', 'judging', 'explaining', 'packing']),
  trials: z.strictObject({ complete: count, pruned: count, failed: count }),
  best: z.number().nullable(),
  seconds_left: seconds,
  message: text,
});
export type TrainingProgress = Omit<z.infer<typeof progressFrame>, 'type'>;

/** The data or the request is such that no model can be trained on it: nothing went wrong in the engine. */
export const refusedFrame = z.strictObject({
  type: z.literal('refused'),
  code: z.enum([
    'unknown-column',
    'no-features',
    'too-few-rows',
    'too-many-classes',
    'one-class',
    'bad-target',
    'bad-time',
    'bad-groups',
    'unsupported',
    'memory',
    'no-weights',
    'bad-rows',
  ]),
  message: text,
  column: short.nullable(),
});
export type Refused = Omit<z.infer<typeof refusedFrame>, 'type'>;

const metrics = z.record(z.string().max(100), score);
const column = z.looseObject({ name: short, type: short, required: z.boolean() });

/** What `python/svc_engines/README.md` says of each field. Later versions may add fields. */
export const trainingReport = z.looseObject({
  version: z.literal(1),
  engine: z.enum(ENGINES),
  task: z.enum(['classification', 'regression', 'ts_forecast']),
  target: short,
  features: z.array(short).max(10_000),
  classes: z
    .array(z.union([z.string().max(1_000), z.number(), z.boolean()]))
    .max(100)
    .nullable(),
  best_estimator: short,
  best_config: z.record(z.string().max(200), setting),
  metric: z.strictObject({ name: short, greater_is_better: z.boolean() }),
  metrics,
  baseline: z.strictObject({ method: z.enum(['majority', 'mean', 'seasonal_naive']), metrics }),
  interval: z.strictObject({ metric: short, level: z.literal(0.95), low: score, high: score, method: text }),
  holdout: z.strictObject({
    rule: z.enum(['hash', 'time', 'group']),
    column: short.nullable(),
    fraction: z.number(),
    seed: z.int(),
    detail: text,
  }),
  n_train: count,
  n_test: count,
  n_dropped: count,
  trials: z.strictObject({ complete: count, pruned: count, failed: count }),
  seconds: z.strictObject({ search: seconds, total: seconds }),
  seed: z.int(),
  threads: z.int().positive(),
  /** Whether the same spec on the same rows gives the same model. */
  deterministic: z.boolean(),
  /** Whether the archive holds `flat_scorer.json`. */
  flat_scorer: z.boolean(),
  warnings: z.array(text).max(1_000),
  importances: z.array(z.strictObject({ feature: short, importance: z.number() })).max(10_000),
  signature: z.strictObject({ inputs: z.array(column), outputs: z.array(column) }),
  environment: z.strictObject({ python: short, libraries: z.record(z.string().max(200), z.string().max(200)) }),
  files: z.array(z.strictObject({ path: short, bytes: count })).max(1_000),
});
export type TrainingReport = z.infer<typeof trainingReport>;

export const trainedFrame = z.strictObject({ type: z.literal('trained'), report: trainingReport });

export const scoredFrame = z.strictObject({
  type: z.literal('scored'),
  rows: count,
  /** In the order of the column `probabilities`; null where the task has none. */
  classes: trainingReport.shape.classes,
});

/** What a training is asked for: everything but the rows. */
export interface TrainingSpec {
  readonly name: string;
  readonly engine: Engine;
  readonly task: 'auto' | 'classification' | 'regression' | 'ts_forecast';
  readonly target: string;
  /** Null: every column but the target, the groups, the row id and, in forecasts, the time column. */
  readonly features: readonly string[] | null;
  readonly metric: string | null;
  readonly groups: string | null;
  readonly time_col: string | null;
  readonly horizon: number | null;
  /** Seconds for the search. */
  readonly time_budget: number;
  /** The search ends there if time has not ended it: then the same spec finds the same again, where the engine allows. */
  readonly max_trials?: number | null;
  readonly ensemble: boolean;
  readonly estimator_list: readonly string[] | null;
  readonly seed: number;
  readonly threads: number;
  /** What the engine plans with; the runner's limit is what stops it. */
  readonly memory_bytes: number;
  readonly holdout: {
    readonly rule: 'auto' | 'hash' | 'time' | 'group';
    readonly fraction: number;
    /** A column that identifies a row for good; null: the content of its features does. */
    readonly row_id: string | null;
  };
  /** For the model card and the script. */
  readonly source: {
    readonly kind: string;
    readonly name: string;
    readonly data_hash: string;
    readonly feature_derivation: string | null;
    readonly oracle_verdict: string | null;
  };
  /** Trials that an earlier process of the same training finished. */
  readonly finished_trials: readonly Trial[];
}

export type TrainingOrder =
  | { readonly type: 'train'; readonly spec: TrainingSpec }
  | { readonly type: 'score'; readonly params: Readonly<Record<string, unknown>> };
