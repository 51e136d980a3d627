import { z } from 'zod';
import type { ServiceName } from '../endpoint';

/** A kind of job: which service works it, what goes in, what it says on the way, and what comes out. */
export interface JobKind<
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Progress extends z.ZodType = z.ZodType,
> {
  /** `noun.verb`, once in the whole product. */
  readonly name: string;
  /** Whose queue it is in. Any service may start it; this one works it. */
  readonly service: ServiceName;
  readonly payload: Payload;
  /** What its progress says beyond steps and a message: the form of `job.progress.detail`. */
  readonly progress: Progress;
  readonly result: Result;
  /** How many starts before it fails for good, crashes included. */
  readonly maxAttempts: number;
}

type Parts<Payload extends z.ZodType, Result extends z.ZodType, Progress extends z.ZodType> = Omit<
  JobKind<Payload, Result, Progress>,
  'maxAttempts' | 'progress'
> & { readonly maxAttempts?: number; readonly progress?: Progress };

/** Declares a kind of job; a noun lists its kinds. */
export function jobKind<Payload extends z.ZodType, Result extends z.ZodType, Progress extends z.ZodType = z.ZodNever>(
  kind: Parts<Payload, Result, Progress>,
): JobKind<Payload, Result, Progress>;
export function jobKind(kind: Parts<z.ZodType, z.ZodType, z.ZodType>): JobKind {
  return { maxAttempts: 3, progress: z.never(), ...kind };
}
