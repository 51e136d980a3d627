import { z } from 'zod';
import type { Access } from '../access/access';
import { eventId } from './event-stream';
import type { ProblemCode } from '../problem/problem';

export const SERVICES = ['gateway', 'cert', 'compute', 'metrics', 'model', 'feature'] as const;
/** The part of a subject that names its owner: `svc.<service>.<noun>.<verb>`. */
export type ServiceName = (typeof SERVICES)[number];

type Shape = z.ZodObject;

/** A request over NATS: the subject's owner validates and answers it. */
export interface Call<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  /** `noun.verb`: the audit action name and the OpenAPI operation id. */
  readonly name: string;
  /** `svc.<service>.<noun>.<verb>`; `{service}` is filled in from the id in the path. */
  readonly subject: string;
  readonly request: Request;
  readonly response: Response;
  /** Milliseconds after which the caller gives up and the handler stops working on it. */
  readonly timeoutMs: number;
}

/** A call between services that no HTTP route reaches. */
export function internalCall<Request extends z.ZodType, Response extends z.ZodType>(
  call: Omit<Call<Request, Response>, 'timeoutMs'> & { readonly timeoutMs?: number },
): Call<Request, Response> {
  return { timeoutMs: 10_000, ...call };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How the body arrives: JSON, or one streamed file part plus form fields. */
export type Consumes = 'json' | 'upload';

interface EndpointParts<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** OpenAPI style: `/api/metrics/{name}/query`. */
  readonly path: string;
  readonly subject: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  readonly status: 200 | 201 | 202 | 204 | 303;
  readonly problems: readonly ProblemCode[];
  readonly access: Access;
  readonly consumes: Consumes;
  /** Media types other than JSON that the answer may have; the reply is then a file. */
  readonly produces: readonly string[];
  /** The caller's Accept chooses between JSON and `produces`; the choice reaches the handler as `accept`. */
  readonly negotiates: boolean;
  readonly timeoutMs: number;
  /** Takes an Idempotency-Key: a retry with the same key gets the first answer again. */
  readonly idempotencyKey: boolean;
  /** Needs If-Match when the object exists. */
  readonly ifMatch: boolean;
  readonly etag: ((response: z.infer<R>) => string) | null;
  readonly location: ((response: z.infer<R>) => string) | null;
  /**
   * Members of body or query whose values are recorded in the audit log, because they grant something: names, never
   * secrets.
   */
  readonly records: readonly string[];
  /** What the audit record holds of the answer: texts as they are, and the digest of anything else. Proves later when it existed. */
  readonly reports: ((response: z.infer<R>) => Readonly<Record<string, unknown>>) | null;
  /** Members of the body that name a principal, who must exist. */
  readonly names: readonly string[];
  /**
   * What it does to the browser's session cookie; the answer's `secret` goes only there. `waits`: until a sign-in
   * returns.
   */
  readonly session: 'begins' | 'ends' | 'waits' | null;
  /** Refusals repeat their detail as `message`, for callers that cannot show problem documents. */
  readonly repeatsDetail: boolean;
  /**
   * What the audit record names: `{type: 'metric', name: <this path parameter>}`; of a sign-in only the login of an
   * existing user.
   */
  readonly target: { readonly type: string; readonly param: string } | null;
}

/** One HTTP operation: its route, message, schemas, refusals and access, from which everything else is derived. */
export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends EndpointParts<P, Q, B, R> {
  readonly request: z.ZodObject<{
    params: P;
    query: Q;
    body: B;
    if_match: z.ZodOptional<z.ZodString>;
    accept: z.ZodOptional<z.ZodString>;
    after: z.ZodOptional<z.ZodString>;
  }>;
}

type Optional =
  | 'params'
  | 'query'
  | 'body'
  | 'status'
  | 'problems'
  | 'consumes'
  | 'produces'
  | 'negotiates'
  | 'timeoutMs'
  | 'idempotencyKey'
  | 'ifMatch'
  | 'etag'
  | 'location'
  | 'records'
  | 'reports'
  | 'names'
  | 'session'
  | 'repeatsDetail'
  | 'target';

const none = z.strictObject({});
/** No body, or `null` from clients that cannot omit one. */
const noBody = z.null().optional();
type None = typeof none;
type NoBody = typeof noBody;

/**
 * Declares one HTTP operation. Requests are strict objects (an unknown member is an error), responses are open
 * (unknown members are stripped at the edge). Every endpoint must say who may call it.
 */
export function endpoint<
  R extends z.ZodType,
  P extends Shape = None,
  Q extends Shape = None,
  B extends z.ZodType = NoBody,
>(
  parts: Omit<EndpointParts<P, Q, B, R>, Optional> & Partial<Pick<EndpointParts<P, Q, B, R>, Optional>>,
): Endpoint<P, Q, B, R>;
export function endpoint(
  parts: Omit<EndpointParts<Shape, Shape, z.ZodType, z.ZodType>, Optional> &
    Partial<EndpointParts<Shape, Shape, z.ZodType, z.ZodType>>,
): Endpoint {
  const params = parts.params ?? none;
  const query = parts.query ?? none;
  const body = parts.body ?? noBody;
  return {
    status: 200,
    problems: [],
    consumes: 'json',
    produces: [],
    negotiates: false,
    timeoutMs: 10_000,
    idempotencyKey: false,
    ifMatch: false,
    etag: null,
    location: null,
    records: [],
    reports: null,
    names: [],
    session: null,
    repeatsDetail: false,
    target: null,
    ...parts,
    params,
    query,
    body,
    request: z.strictObject({
      params,
      query,
      body,
      if_match: z.string().optional(),
      accept: z.string().optional(),
      /** Of a stream: the event that the caller saw last. */
      after: eventId.optional(),
    }),
  };
}

/** The validated request a handler receives. */
export type RequestOf<C extends { readonly request: z.ZodType }> = z.output<C['request']>;
/** What a caller may pass: defaults and optional members left out. */
export type RequestInput<C extends { readonly request: z.ZodType }> = z.input<C['request']>;
export type ResponseOf<C extends { readonly response: z.ZodType }> = z.output<C['response']>;
