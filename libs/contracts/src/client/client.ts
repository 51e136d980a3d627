import { z } from 'zod';
import { type CallInput, type ClientCalls, type Download, openClientCall } from './client-call';
import { followEvents } from './client-events';
import type { ClientOptions } from './client-transport';
import type { UploadSource } from './client-upload';
import type { Endpoint } from '../endpoint/endpoint';
import { type EventStream, isEventStream, type StreamEvent } from '../endpoint/event-stream';
import { api, type Api } from '../endpoints';
import type { fileReply } from '../endpoint/file-reply';
import { isTerminal, job, type Job } from '../job/job';
import { watchJob } from '../job/job.endpoints';
import type { accessChange, AccessState } from '../object-access/object-access';
import { type OwnedKind, ownedNounOf } from '../object-access/object-access.endpoints';

type AnyEndpoint = Pick<Endpoint, 'params' | 'query' | 'body' | 'response' | 'consumes'>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A part of the request is optional exactly when leaving it out is valid. */
type Part<K extends string, V> = undefined extends V
  ? { readonly [P in K]?: V }
  : Record<never, never> extends V
    ? { readonly [P in K]?: V }
    : { readonly [P in K]: V };
type UploadPart<E extends AnyEndpoint> = {
  readonly body: Without<z.input<E['body']>, 'upload'>;
  readonly file: UploadSource;
};
type BodyPart<E extends AnyEndpoint> = E['consumes'] extends 'json' | 'upload'
  ? z.input<E['body']> extends { readonly upload: unknown }
    ? UploadPart<E>
    : Part<'body', z.input<E['body']>>
  : never;

/** What a client method takes: path parameters, query, body (or form fields and the file), `if_match`. */
export type ClientInput<E extends AnyEndpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  BodyPart<E> & { readonly if_match?: string };

export interface ClientCallOptions {
  readonly signal?: AbortSignal;
  /** For calls that take one; generated if left out, so that a repeated request never starts work twice. */
  readonly idempotencyKey?: string;
}

/** A stream is iterated: it resumes after a broken connection, and ends with the stream or quietly with the signal. */
type Answered<R extends z.ZodType> =
  R extends EventStream<infer F> ? AsyncGenerator<StreamEvent<F>, void, undefined> : Promise<z.output<R>>;

type Operation<E extends AnyEndpoint> =
  Record<never, never> extends ClientInput<E>
    ? (input?: ClientInput<E>, options?: ClientCallOptions) => Answered<E['response']>
    : (input: ClientInput<E>, options?: ClientCallOptions) => Answered<E['response']>;

/** Programs call with a token; these operations set a browser's cookie. */
type ForBrowsers = 'signIn' | 'signOut' | 'beginOidc' | 'finishOidc';
/** Operations that return only a file are available only through {@link Client.download}. */
type Operations = {
  readonly [K in Exclude<keyof Api, ForBrowsers> as Api[K]['response'] extends typeof fileReply ? never : K]: Operation<
    Api[K]
  >;
};

/** Owner and visibility of an object. */
export interface ObjectAccessCalls {
  read(name: string): Promise<AccessState>;
  /** Refused with `precondition-failed` if it no longer matches `etag`. */
  change(name: string, to: z.input<typeof accessChange>, etag: string): Promise<AccessState>;
}

const namedPage = z.object({ items: z.array(z.object({ name: z.string() })), next_cursor: z.string().nullable() });

/**
 * Every operation of the HTTP API as a method, named as in `api`. Each MUST reject with a `ProblemError`: the one the
 * service answered, `unavailable` when nothing answered, `internal` when the answer is not what the contract says.
 */
export interface Client extends Operations {
  /** The answer as it was received, unparsed: for certificates to verify and for files. `accept` asks for another form. */
  download<K extends keyof Api>(
    name: K,
    input: ClientInput<Api[K]>,
    options?: ClientCallOptions & { readonly accept?: string },
  ): Promise<Download>;
  /** Reads and changes owner and visibility of one kind of object. */
  access(kind: OwnedKind): ObjectAccessCalls;
  /** A page of the objects of one kind that the caller sees, by name. */
  page(kind: OwnedKind, query: { readonly cursor?: string }): Promise<z.output<typeof namedPage>>;
  /** The job once it has ended, however it ended. */
  waitForJob(
    id: string,
    options?: { readonly signal?: AbortSignal; readonly onChange?: (job: Job) => void },
  ): Promise<Job>;
}

/** A typed client of the HTTP API at `baseUrl` (`http://127.0.0.1:8080`), calling with `token`. */
export function createClient(options: ClientOptions): Client {
  return clientOver(openClientCall(options));
}

/** Every operation as a method that calls over `open`. */
export function clientOver(open: ClientCalls): Client;
export function clientOver(open: ClientCalls): object {
  const operations = Object.entries(api).flatMap(([name, it]) =>
    it.session === null ? [[name, operationOf(open, it)] as const] : [],
  );
  return {
    ...Object.fromEntries(operations),
    download: (name: keyof Api, input: object, at: ClientCallOptions & { readonly accept?: string } = {}) =>
      open.download(api[name], input, at),
    access: (kind: OwnedKind) => {
      const { read, share } = ownedNounOf(kind).owned;
      return {
        read: (name: string) => open.operation(read)({ params: { name } }),
        change: (name: string, body: object, etag: string) =>
          open.operation(share)({ params: { name }, body, if_match: etag }),
      };
    },
    page: async (kind: OwnedKind, query: { readonly cursor?: string }) =>
      namedPage.parse(await open.operation(ownedNounOf(kind).life.list)({ query })),
    waitForJob: async (
      id: string,
      at: { readonly signal?: AbortSignal; readonly onChange?: (job: Job) => void } = {},
    ) => {
      for await (const { data } of followEvents(open, watchJob, { params: { id } }, at.signal)) {
        const now = job.parse(data);
        at.onChange?.(now);
        if (isTerminal(now.state)) return now;
      }
      throw at.signal?.reason;
    },
  };
}

function operationOf(open: ClientCalls, it: Endpoint): (input?: CallInput, settings?: ClientCallOptions) => object {
  return isEventStream(it.response)
    ? (input = {}, { signal } = {}) => followEvents(open, it, input, signal)
    : open.operation(it);
}
