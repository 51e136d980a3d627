import { z } from 'zod';
import type { Json } from '../json';
import { merged } from '../merged';
import { vocabularies } from '../vocabularies';
import type { ProblemKind } from '../vocabulary';

/** Problems that belong to no noun. */
const GENERAL = {
  'malformed-body': { status: 400, title: 'The body cannot be read' },
  'invalid-request': { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'A valid token is needed' },
  forbidden: { status: 403, title: 'This token may not do that' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'The path does not allow this method' },
  'not-acceptable': { status: 406, title: 'No available content type is accepted' },
  'in-use': { status: 409, title: 'Something else depends on this' },
  conflict: { status: 409, title: 'The state does not allow that' },
  'precondition-failed': { status: 412, title: 'It has changed since you read it' },
  'payload-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported here' },
  'idempotency-mismatch': { status: 422, title: 'The Idempotency-Key was used for another request' },
  'precondition-required': { status: 428, title: 'If-Match is needed' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'quota-exceeded': { status: 429, title: 'Your quota is used up' },
  'object-corrupt': { status: 500, title: 'Stored data is damaged or missing' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  overloaded: { status: 503, title: 'Too busy at the moment' },
  unavailable: { status: 503, title: 'A part of the service is unavailable' },
  'deadline-exceeded': { status: 503, title: 'No answer in time' },
  'insufficient-storage': { status: 507, title: 'Not enough storage' },
} as const satisfies Record<string, ProblemKind>;

/** One row per problem, those of the nouns included: all that maps codes to HTTP statuses. */
export const PROBLEMS = { ...GENERAL, ...merged(vocabularies, 'problems') };

export type ProblemCode = keyof typeof PROBLEMS;

const codes = new Set<string>(Object.keys(PROBLEMS));

/** True for the codes of the table above. */
export function isProblemCode(code: string): code is ProblemCode {
  return codes.has(code);
}

export const problemItem = z.object({
  /** JSON pointer (RFC 6901) into the request: `/body/filters/0/op`. */
  pointer: z.string(),
  message: z.string(),
});
export type ProblemItem = z.infer<typeof problemItem>;

/** RFC 9457 problem details, as served. `detail` says what to do next. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The detail again, for tools that do not understand problem documents (Grafana). */
  message: z.string().optional(),
  code: z.string(),
  errors: z.array(problemItem).optional(),
  trace_id: z.string().optional(),
  retry_after: z.int().optional(),
  data: z.record(z.string(), z.json()).optional(),
});
export type Problem = z.infer<typeof problem>;

/** What an error thrown by domain code carries besides its code. */
export interface ProblemFacts {
  readonly errors?: readonly ProblemItem[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  /** Machine-readable facts of the case, such as `moved: ["data"]`. */
  readonly data?: Readonly<Record<string, Json>>;
  /** Of the request that was refused, when the problem came over the wire. */
  readonly traceId?: string;
  readonly cause?: unknown;
}

/** A refusal with a code. Domain code throws it; only the edge turns the code into a status. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    readonly code: ProblemCode,
    /** What happened and what to do next, for a person. */
    readonly detail: string,
    readonly facts: ProblemFacts = {},
  ) {
    super(`${code}: ${detail}`, facts.cause === undefined ? undefined : { cause: facts.cause });
  }

  /** The wire form; the edge adds the trace id of the request at hand. */
  toProblem(): Problem {
    const { status, title } = PROBLEMS[this.code];
    return {
      type: `urn:svc:problem:${this.code}`,
      title,
      status,
      detail: this.detail,
      code: this.code,
      ...(this.facts.errors === undefined ? {} : { errors: [...this.facts.errors] }),
      ...(this.facts.retryAfter === undefined ? {} : { retry_after: this.facts.retryAfter }),
      ...(this.facts.data === undefined ? {} : { data: { ...this.facts.data } }),
      ...(this.facts.traceId === undefined ? {} : { trace_id: this.facts.traceId }),
    };
  }

  /** The error a caller sees when a problem arrives over the wire; an unknown code becomes `internal`. */
  static fromProblem(wire: Problem): ProblemError {
    return new ProblemError(isProblemCode(wire.code) ? wire.code : 'internal', wire.detail, {
      ...(wire.errors === undefined ? {} : { errors: wire.errors }),
      ...(wire.retry_after === undefined ? {} : { retryAfter: wire.retry_after }),
      ...(wire.data === undefined ? {} : { data: wire.data }),
      ...(wire.trace_id === undefined ? {} : { traceId: wire.trace_id }),
    });
  }
}
