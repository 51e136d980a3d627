import { z } from 'zod';
import type { ServiceName } from '../endpoint/endpoint';

/** A kind of job: the service that runs it, and the schemas of its payload, progress and result. */
export interface JobKind<
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Progress extends z.ZodType = z.ZodType,
> {
  /** `noun.verb`, once in the whole product. */
  readonly name: string;
  /** The service that runs it. Any service may start it. */
  readonly service: ServiceName;
  readonly payload: Payload;
  /** The schema of `job.progress.detail`, beyond steps and a message. */
  readonly progress: Progress;
  readonly result: Result;
  /** How many starts, including crashes, before it finally fails. */
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
