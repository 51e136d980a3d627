import { z } from 'zod';
import { attestation, verdict } from '../attestation/attestation';
import { digest, objectName, sourceName, timestamp } from '../json';
import { jobId } from '../job/job';
import { versionNumber } from './model';

const metrics = z.record(z.string(), z.number().nullable());
const column = z.looseObject({ name: z.string(), type: z.string(), required: z.boolean() });

/** Where the rows came from, pinned when the training was accepted. */
export const modelSource = z.object({
  kind: z.enum(['rows', 'dataset', 'derivation']),
  /** Null for rows that came with the request. */
  name: sourceName.nullable(),
  data_hash: digest,
  rows: z.int().nonnegative(),
  /** Of a derivation: its certified run, and the certificate that it stood on. */
  run: z.uuid().nullable(),
  certificate_digest: digest.nullable(),
});
export type ModelSource = z.infer<typeof modelSource>;

/** A version, as lists show it. Scores are on rows that the search never saw. */
export const modelVersion = z.object({
  model: objectName,
  version: versionNumber,
  aliases: z.array(z.string()),
  /** What the oracle said of the training data before the search. */
  verdict,
  verdict_reason: z.string(),
  engine: z.string(),
  estimator: z.string(),
  task: z.enum(['classification', 'regression', 'ts_forecast']),
  target: z.string(),
  features: z.array(z.string()),
  /** What was optimised. */
  metric: z.object({ name: z.string(), greater_is_better: z.boolean() }),
  metrics,
  /** The score of the simplest honest guess on the same rows. */
  baseline: z.object({ method: z.string(), metrics }),
  /** Of the optimised metric; null where it cannot be told. */
  interval: z.object({
    metric: z.string(),
    level: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  }),
  n_train: z.int(),
  n_test: z.int(),
  source: modelSource,
  tags: z.record(z.string(), z.string()),
  /** The training that made it. */
  job: jobId,
  created_by: z.string(),
  created_at: timestamp,
});
export type ModelVersion = z.infer<typeof modelVersion>;

/** How predictions of a version are made. */
export const servingPath = z.object({
  /** `flat`: in the service itself, by a scorer that gave Python's answers. `none`: not at all. */
  path: z.enum(['flat', 'none']),
  /** At registration, on rows that the engine had scored: the largest difference, and how often another class was predicted. */
  replayed: z.object({ rows: z.int(), largest_difference: z.number(), flips: z.int() }).nullable(),
  /** Why there is no path. */
  reason: z.string().nullable(),
});
export type ServingPath = z.infer<typeof servingPath>;

/** The same with everything that is known of the training. */
export const modelVersionDetail = modelVersion.extend({
  parameters: z.record(z.string(), z.json()),
  classes: z.array(z.json()).nullable(),
  holdout: z.looseObject({ rule: z.string(), detail: z.string() }),
  trials: z.object({ complete: z.int(), pruned: z.int(), failed: z.int() }),
  importances: z.array(z.object({ feature: z.string(), importance: z.number() })),
  warnings: z.array(z.string()),
  seed: z.int(),
  /** Whether the same rows and parameters give the same model. */
  deterministic: z.boolean(),
  environment: z.looseObject({ python: z.string(), libraries: z.record(z.string(), z.string()) }),
  /** The archive with the model and its evidence, in the warehouse. */
  archive: z.object({ object: z.string(), bytes: z.int() }),
  serving: servingPath,
  /** The model card, Markdown. */
  description: z.string(),
  attestation,
});
export type ModelVersionDetail = z.infer<typeof modelVersionDetail>;

/** The logged signature and an example of what the model takes. */
export const modelSchema = z.object({
  version: versionNumber,
  inputs: z.array(column),
  outputs: z.array(column),
  input_example: z.json(),
});
export type ModelSchema = z.infer<typeof modelSchema>;

/** Types of artifacts; anything else is bytes. */
export const ARTIFACT_TYPES = [
  'text/markdown',
  'application/json',
  'text/csv',
  'image/png',
  'text/x-python',
  'application/octet-stream',
] as const;

/** A file of evidence: script, card, plot, sample or part of the model. */
export const modelArtifact = z.object({ path: z.string(), bytes: z.int().nonnegative() });
export type ModelArtifact = z.infer<typeof modelArtifact>;

const side = <T extends z.ZodType>(value: T) => z.object({ left: value, right: value });

/** Two versions of a model, by what differs. */
export const modelComparison = z.object({
  model: objectName,
  left: versionNumber,
  right: versionNumber,
  /** `difference` is right less left; null where either has no such score. */
  metrics: z.array(
    z.object({ name: z.string(), ...side(z.number().nullable()).shape, difference: z.number().nullable() }),
  ),
  /** Only those that differ. */
  parameters: z.array(z.object({ name: z.string(), ...side(z.json()).shape })),
  data_hash: side(digest).extend({ same: z.boolean() }),
  features: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  verdict: side(verdict),
  engine: side(z.string()),
  /** Scores are comparable only on the same data and target. */
  comparable: z.boolean(),
});
export type ModelComparison = z.infer<typeof modelComparison>;

/** What a version stands on, from its source to the names that serve it, in this order. */
export const modelLineage = z.object({
  model: objectName,
  version: versionNumber,
  steps: z.array(
    z.object({
      kind: z.enum(['rows', 'dataset', 'derivation', 'run', 'certificate', 'training', 'version', 'alias']),
      name: z.string(),
      /** Of the data, or of the certificate. */
      hash: digest.nullable(),
    }),
  ),
});
export type ModelLineage = z.infer<typeof modelLineage>;
