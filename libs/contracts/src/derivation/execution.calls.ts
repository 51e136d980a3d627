import { z } from 'zod';
import { tableVersion } from '../dataset/dataset';
import { internalCall } from '../endpoint/endpoint';
import { digest } from '../json';
import { job } from '../job/job';
import { jobKind } from '../job/job-kind';
import { brokenFile, manifest, projectFiles } from './derivation';

/** Imports the author's files in the sandbox and reports what they declare, and which of them cannot be imported. */
export const describeProject = internalCall({
  name: 'execution.describe',
  subject: 'svc.compute.execution.describe',
  timeoutMs: 60_000,
  request: z.strictObject({ files: projectFiles }),
  response: z.object({
    manifests: z.array(manifest),
    sources: z.record(z.string(), z.string()),
    environment: digest,
    broken: z.array(brokenFile).default([]),
  }),
});

/**
 * Starts running a derivation twice in the sandbox; answers with a job of compute-service whose `result` is an
 * {@link executionResult}. Repeating the call with the same `command_id` answers with the same job.
 */
export const startExecution = internalCall({
  name: 'execution.start',
  subject: 'svc.compute.execution.start',
  request: z.strictObject({
    command_id: z.uuid(),
    derivation: z.string(),
    files: projectFiles,
    entry: z.string(),
    function: z.string(),
    params: z.record(z.string(), z.json()),
    inputs: z.record(z.string(), tableVersion),
    ordered: z.boolean(),
    tolerance: z.number().nonnegative().nullable(),
  }),
  response: job,
});

/**
 * Takes a seeded sample of a table's rows, for consumers that cannot read all of them. The same table, seed and share
 * give the same rows, on every machine and with any number of threads, as long as the engine hashes alike. `by` keeps
 * the rows that share a value of that column together; where there are too few different values for that, single rows
 * are taken and the answer's `by` is null.
 */
export const sampleTable = internalCall({
  name: 'execution.sample',
  subject: 'svc.compute.execution.sample',
  timeoutMs: 310_000,
  request: z.strictObject({
    table: tableVersion,
    columns: z.array(z.string()).min(1),
    /** The approximate number of rows; which rows are taken, and exactly how many, is random. */
    rows: z.int().positive(),
    seed: z.string().max(200),
    by: z.string().nullable(),
  }),
  /** `staged` names the Parquet file in the warehouse's staging area; the caller removes it. */
  response: z.object({ staged: z.uuid(), rows: z.int().nonnegative(), by: z.string().nullable() }),
});

const logs = { stdout: z.string(), stderr: z.string(), duration_ms: z.number(), peak_rss_bytes: z.number().nullable() };

/** How the two executions ended; a failure is a value, not an error: it becomes part of the history. */
export const executionResult = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('succeeded'),
    ...logs,
    environment: digest,
    table: tableVersion,
    reproducibility: z.object({
      identical: z.boolean(),
      within_tolerance: z.boolean(),
      second_hash: digest.nullable(),
      detail: z.string(),
    }),
  }),
  z.object({
    outcome: z.literal('failed'),
    ...logs,
    environment: digest.nullable(),
    reason: z.enum([
      'raised',
      'timeout',
      'memory',
      'disk',
      'processes',
      'killed',
      'bad-output',
      'bad-frame',
      'invalid-sql',
      'isolation-unavailable',
      'cancelled',
    ]),
    message: z.string(),
    traceback: z.string().nullable(),
  }),
]);
export type ExecutionResult = z.infer<typeof executionResult>;

/** What {@link startExecution} starts. */
export const derivationExecution = jobKind({
  name: 'derivation.execute',
  service: 'compute',
  payload: startExecution.request,
  result: executionResult,
});
