import { z } from 'zod';
import { DEFAULT_SET, digest, objectName, sourceName, timestamp } from '../json';
import { problem } from '../problem/problem';
import { attestation, runOutcome, verdict } from '../attestation/attestation';
import { claim } from '../attestation/claim';

/** A dataset, or the certified rows of a derivation under one of its parameter sets. */
const derivationInput = z.object({ kind: z.enum(['dataset', 'derivation']), ref: sourceName });
const derivationParam = z.object({
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  required: z.boolean(),
  default: z.json().optional(),
});

/** What the author's decorator declares, as the sandboxed host reports it. */
export const manifest = z.object({
  name: objectName,
  description: z.string(),
  /** Python function and the project file that defines it. */
  function: z.string(),
  file: z.string(),
  inputs: z.record(z.string(), derivationInput),
  params: z.record(z.string(), derivationParam),
  claim: claim.nullable(),
  contract: z.record(z.string(), z.json()).nullable(),
  ordered: z.boolean(),
  tolerance: z.number().nonnegative().nullable(),
  /** Hash over the function and all project code it reaches; `source_hash` is over the function's file alone. */
  code_hash: digest,
  source_hash: digest,
});
export type Manifest = z.infer<typeof manifest>;

/** Project files by relative path, as sent by the author's side. */
export const projectFiles = z
  .record(
    z
      .string()
      .regex(
        /^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[A-Za-z0-9_./-]{1,200}\.(py|sql|json)$/,
        'must be a relative path to a .py, .sql or .json file',
      ),
    z.string().max(1_000_000),
  )
  .refine((files) => Object.keys(files).length <= 200, 'has more than 200 files');

/** A file that raises an error when it is imported. */
export const brokenFile = z.object({
  file: z.string(),
  /** Of the file, where the error was raised; null when that is not known. */
  line: z.int().nullable(),
  message: z.string(),
});
export type BrokenFile = z.infer<typeof brokenFile>;

export const change = z.enum(['data', 'code', 'parameters', 'claim', 'environment']);
export type Change = z.infer<typeof change>;

/** The withdrawal of a run's certification by a person. */
export const revocation = z.object({ by: z.string(), at: timestamp, reason: z.string() });
export type Revocation = z.infer<typeof revocation>;

/** One execution of a derivation version; failed and refused ones are kept too. */
export const run = z.object({
  id: z.uuid(),
  derivation: objectName,
  derivation_version: digest,
  outcome: runOutcome,
  verdict: verdict.nullable(),
  reason: z.string(),
  changed: z.array(change),
  data_hash: digest.nullable(),
  rows: z.int().nullable(),
  params: z.record(z.string(), z.json()),
  /** The name of these parameters; metrics and other derivations depend on one set each. */
  parameter_set: objectName.default(DEFAULT_SET),
  inputs: z.record(z.string(), digest),
  code_hash: digest,
  environment: digest.nullable(),
  attestation: attestation.nullable(),
  certificate_digest: digest.nullable(),
  /** Hash of the page of pictures that goes with the attestation; null where nothing was estimated. */
  pictures: digest.nullable().default(null),
  /** Set from the moment somebody revoked it. */
  revoked: revocation.nullable().default(null),
  error: problem.nullable(),
  stdout: z.string(),
  stderr: z.string(),
  traceback: z.string().nullable(),
  duration_ms: z.number(),
  actor: z.string(),
  started_at: timestamp,
  finished_at: timestamp,
});
export type Run = z.infer<typeof run>;

export const certification = z.object({
  certified: z.boolean(),
  /** Why it is or is not, in words. */
  reason: z.string(),
  certificate_digest: digest.nullable(),
  /** Derivations below it that withdraw its certification, nearest first; empty when the cause is its own. */
  causes: z.array(z.object({ derivation: sourceName, reason: z.string() })).default([]),
  /** Who revoked the newest run, when and why. */
  revoked: revocation.nullable().default(null),
});

export const derivation = z.object({
  ...manifest.omit({ function: true, file: true }).shape,
  origin: z.enum(['repository', 'api', 'agent']),
  owner: z.string(),
  /** The author, who put the current definition: it acts with their rights, checked at every run. */
  author: z.string(),
  etag: digest,
  certification,
  newest_run: run.omit({ stdout: true, stderr: true, traceback: true, attestation: true }).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Derivation = z.infer<typeof derivation>;

/** Parameters under a name. A set never changes, so that what depends on it keeps its meaning. */
export const parameterSet = z.object({
  name: objectName,
  params: z.record(z.string(), z.json()),
  certification: certification.pick({ certified: true, reason: true, certificate_digest: true }),
  /** Its newest run; null before the first. */
  newest_run: z.uuid().nullable(),
});
export type ParameterSet = z.infer<typeof parameterSet>;
