import { z } from 'zod';
import { attestation, verdict } from '../attestation/attestation';
import { claim } from '../attestation/claim';
import { tableVersion } from '../dataset/dataset';
import { objectName, sourceName } from '../json';
import { jobKind } from '../job/job-kind';
import { firstAccess } from '../object-access/object-access';
import { modelSource } from './model-version';

const TRAINING_ENGINES = ['automl_light', 'automl_stack', 'tuner', 'foundation', 'ensemble'] as const;
const MAX_TIME_BUDGET_S = 86_400;

const MAX_ROWS = 100_000;

const columnName = z.string().min(1).max(300);
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** What a training is asked for. Exactly one source is named. */
export const trainingRequest = z.strictObject({
  name: objectName,
  /** The rows themselves, as objects by column; a large table is better a dataset. */
  rows: z.array(z.record(columnName, cell)).min(1).max(MAX_ROWS).optional(),
  /** The newest rows of a dataset. */
  dataset: objectName.optional(),
  /** A derivation that is certified now, or one of its parameter sets. */
  derivation: sourceName.optional(),
  /** A set of point-in-time features; refused until the feature store is there. */
  training_set: objectName.optional(),
  /** Refused: trainings are tracked by the service itself. */
  tracking_uri: z.string().max(2_000).optional(),
  /** The column to predict. */
  target: columnName,
  /** Default: every other column, but `groups` and, in forecasts, `time_col`. */
  features: z.array(columnName).min(1).max(10_000).optional(),
  engine: z.enum(TRAINING_ENGINES).default('automl_light'),
  task: z.enum(['auto', 'classification', 'regression', 'ts_forecast']).default('auto'),
  /** Seconds for the search; reading, the last fit and the evidence come on top. */
  time_budget: z.int().min(5).max(MAX_TIME_BUDGET_S).default(60),
  metric: z.enum(['accuracy', 'f1', 'log_loss', 'roc_auc', 'rmse', 'mae', 'r2', 'mape']).optional(),
  /** `automl_stack` uses its best preset. */
  ensemble: z.boolean().default(false),
  estimator_list: z
    .array(z.enum(['lgbm', 'xgboost', 'rf', 'extra_tree', 'linear']))
    .min(1)
    .max(5)
    .optional(),
  /** The column of what rows are about: not a feature, and never on both sides of a split. */
  groups: columnName.optional(),
  /** The column by which rows are ordered; the newest are held out. */
  time_col: columnName.optional(),
  /** How many steps a forecast looks ahead. */
  horizon: z.int().min(1).max(100_000).optional(),
  /** Facts for the oracle that the rows do not show, as in claims: `unit`, `feature_times`, `raw_category` and others. */
  declared: claim.shape.declared.optional(),
  seed: z.int().min(0).max(2_147_483_647).default(7),
});
export type TrainingRequest = z.infer<typeof trainingRequest>;

/** A training under way: what was asked for, and the rows, pinned when it was accepted. */
export const modelTraining = jobKind({
  name: 'model.train',
  service: 'model',
  payload: z.object({
    request: trainingRequest.omit({ rows: true }),
    source: modelSource,
    table: tableVersion,
    access: firstAccess,
  }),
  progress: z.object({
    phase: z.enum(['judging', 'installing', 'reading', 'searching', 'fitting', 'scoring', 'explaining', 'packing']),
    trials: z.object({ complete: z.int(), pruned: z.int(), failed: z.int() }),
    /** Of the metric that is optimised, as people read it; null before the first trial. */
    best: z.number().nullable(),
    /** Of the search. */
    seconds_left: z.number(),
  }),
  result: z.object({
    name: objectName,
    version: z.int(),
    champion: z.boolean(),
    verdict,
    verdict_reason: z.string(),
    estimator: z.string(),
    metric: z.string(),
    metrics: z.record(z.string(), z.number().nullable()),
    baseline: z.record(z.string(), z.number().nullable()),
  }),
});

/** Has the oracle judge a claim about stored rows, for another service: nothing is certified by it. */
export const tableJudging = jobKind({
  name: 'table.judge',
  service: 'cert',
  payload: z.object({ table: tableVersion, claim }),
  result: attestation,
});
