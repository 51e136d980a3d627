import { z } from 'zod';
import { objectName, timestamp } from '../json';
import { versionNumber } from '../model/model';

/** Anything; what a cell may be is said by the version's signature, with a pointer to each that is not. */
const cell = z.unknown();
const record = z.record(z.string(), cell);

const FRAMINGS = ['dataframe_split', 'dataframe_records', 'instances', 'inputs'] as const;

/** Rows to predict, in exactly one of four framings, and parameters. */
export const invocation = z
  .strictObject({
    /** Columns once, then rows of cells in their order. */
    dataframe_split: z
      .strictObject({ columns: z.array(z.string()), data: z.array(z.array(cell)), index: z.array(cell).optional() })
      .optional(),
    /** An object for each row. */
    dataframe_records: z.array(record).optional(),
    /** An object for each row, or its cells in order of the signature. */
    instances: z.array(cell).optional(),
    /** Cells by column, or rows as in `instances`. */
    inputs: z.union([z.array(cell), record]).optional(),
    /** `probabilities: true` of a classification: a number for each class instead of the class. */
    params: record.optional(),
  })
  .refine((it) => FRAMINGS.filter((name) => it[name] !== undefined).length === 1, {
    message: `must have exactly one of ${FRAMINGS.join(', ')}`,
  });
export type Invocation = z.infer<typeof invocation>;

const label = z.union([z.string(), z.number(), z.boolean()]);
/** A class or a value; with `probabilities` a number for each class. */
const prediction = z.union([label, z.array(z.number())]);

/** One for each row, in their order. */
export const predictions = z.object({
  predictions: z.array(prediction),
  /** The version that answered. */
  model_version: versionNumber,
  /** Names this invocation in the inference table, where labels are joined to it. */
  request_id: z.uuid(),
});
export type Predictions = z.infer<typeof predictions>;

/** A row of the inference table. */
export const inferenceRecord = z.object({
  request_id: z.uuid(),
  at: timestamp,
  model: objectName,
  /** The version that the alias or number stood for. */
  version: versionNumber,
  /** As it was asked for: a number or an alias. */
  asked: z.string(),
  caller: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
  /** Of a failure: the code of the problem that was answered. */
  problem: z.string().nullable(),
  duration_ms: z.number(),
  /** Rows that were sent; null if they could not be counted. */
  rows: z.int().nullable(),
  /** The payload, with as many of its first rows as fit; null if not even one does. */
  request: z.json(),
  request_truncated: z.boolean(),
  predictions: z.array(z.json()).nullable(),
  predictions_truncated: z.boolean(),
  trace_id: z.string(),
});
export type InferenceRecord = z.infer<typeof inferenceRecord>;

/** What turned out to be true of a row that was predicted. */
export const inferenceLabel = z.strictObject({
  request_id: z.uuid(),
  /** Counted from 0. */
  row: z.int().nonnegative().max(10_000_000).default(0),
  label,
});
export type InferenceLabel = z.infer<typeof inferenceLabel>;

/** How a version did on a day, by the labels that came since. */
export const accuracyDay = z.object({
  /** Of the predictions, in UTC. */
  day: z.iso.date(),
  version: versionNumber,
  /** Predicted rows whose label is known. */
  labelled: z.int().nonnegative(),
  /** Of a classification: the share of labelled rows that were predicted rightly. */
  accuracy: z.number().nullable(),
  /** Of numbers: root of the mean squared error, and mean absolute error. */
  rmse: z.number().nullable(),
  mae: z.number().nullable(),
});
export type AccuracyDay = z.infer<typeof accuracyDay>;
