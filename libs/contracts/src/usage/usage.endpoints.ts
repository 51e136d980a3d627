import { z } from 'zod';
import { type Call, endpoint, internalCall } from '../endpoint/endpoint';

const gauge = z.object({ used: z.int().nonnegative(), limit: z.int().positive() });

const bytes = z.int().nonnegative();
/** A file system: what is free of it, what of that is reserved, and what is held of it. */
const disk = z.object({
  size_bytes: bytes,
  free_bytes: bytes,
  reserve_bytes: bytes,
  /** Answers of everybody that wait to be fetched. */
  answer_bytes: gauge,
  /** Everything under way: files being written or taken in, spill, and scratch of processes. */
  work_bytes: gauge.optional(),
  /** What is held, by kind: `objects`, `quarantine`, `answers`, `incoming`, `staged`, `scratch` (with spill), and `logs` where they are known. */
  held_bytes: z.record(z.string(), bytes).optional(),
});

export const getUsage = endpoint({
  name: 'usage.get',
  summary: 'Your current usage and your limits',
  method: 'GET',
  path: '/api/me/usage',
  subject: 'svc.gateway.usage.get',
  response: z.object({
    /** In the last minute, at the gateway process that answers. */
    requests: gauge.extend({ window_seconds: z.int() }),
    /** Statements under way, and those that wait for a worker. */
    queries: gauge,
    /** Runs and executions that have not ended. */
    jobs: gauge,
    /** Bytes of the newest and all older versions of the datasets that are yours. */
    storage_bytes: gauge,
    /** Bytes of your answers that were written to files and nobody has fetched yet. */
    answer_bytes: gauge,
    /** Bytes of your uploads under way, at the gateway process that answers. */
    upload_bytes: gauge,
    /** For admins: the disk of the warehouse. Below its reserve nothing large is taken on. */
    disk: disk.optional(),
  }),
  access: 'authenticated',
  problems: ['unavailable'],
});

/** What compute-service holds for the caller, and what it lets each caller hold. */
export const computeUsage = internalCall({
  name: 'usage.compute',
  subject: 'svc.compute.usage.get',
  request: z.strictObject({}),
  response: z.object({ queries: gauge, storage_bytes: gauge, answer_bytes: gauge, disk: disk.optional() }),
});

/** Jobs of the caller that have not ended: those that people start are cert-service's. */
export const jobUsage = internalCall({
  name: 'usage.jobs',
  subject: 'svc.cert.usage.get',
  request: z.strictObject({}),
  response: z.object({ jobs: gauge }),
});

/** What services hold a caller to: each answers the members of `getUsage` that are its own. */
export const USAGE_CALLS: readonly Call<z.ZodObject, z.ZodObject>[] = [computeUsage, jobUsage];
