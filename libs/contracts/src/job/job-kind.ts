import type { z } from 'zod';
import type { ServiceName } from '../endpoint';

/** A kind of job: which service works it, and what goes in and comes out. Progress is the same for all (`job.progress`). */
export interface JobKind<Payload extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  /** `noun.verb`, once in the whole product. */
  readonly name: string;
  /** Whose queue it is in. Any service may start it; this one works it. */
  readonly service: ServiceName;
  readonly payload: Payload;
  readonly result: Result;
  /** How many starts before it fails for good, crashes included. */
  readonly maxAttempts: number;
}

/** Declares a kind of job; a noun lists its kinds. */
export function jobKind<Payload extends z.ZodType, Result extends z.ZodType>(
  kind: Omit<JobKind<Payload, Result>, 'maxAttempts'> & { readonly maxAttempts?: number },
): JobKind<Payload, Result> {
  return { maxAttempts: 3, ...kind };
}
