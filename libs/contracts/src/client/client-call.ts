import { type HttpCall, sendHttp, type Transport } from './client-transport';
import { uploadBody, type UploadSource } from './client-upload';
import type { Endpoint } from '../endpoint/endpoint';
import { jsonPointer } from '../problem/pointer';
import { ProblemError } from '../problem/problem';

/** An answer that is not parsed: a file, or a document exactly as it was received. */
export interface Download {
  readonly contentType: string;
  /** From Content-Disposition; null when the answer names none. */
  readonly fileName: string | null;
  /** Of a table: how many rows it has, whether a limit left rows out, and which of its sources are not certified. */
  readonly rows: number | null;
  readonly truncated: boolean;
  readonly uncertified: readonly string[];
  readonly stream: ReadableStream<Uint8Array>;
  text(): Promise<string>;
}

export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: UploadSource;
  readonly if_match?: string;
}

export interface CallSettings {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientCalls {
  operation(it: Endpoint): (input?: CallInput, settings?: CallSettings) => Promise<unknown>;
  download(it: Endpoint, input: CallInput, settings: CallSettings): Promise<Download>;
  send(it: Endpoint, input: CallInput, settings: CallSettings): Promise<Response>;
}

/** Turns endpoints into HTTP calls. */
export function openClientCall(options: Transport): ClientCalls {
  const send = (it: Endpoint, input: CallInput, settings: CallSettings) =>
    sendHttp(options, httpCall(it, input, settings));
  return {
    send,
    operation:
      (it) =>
      async (input = {}, settings = {}) =>
        parseAnswer(it, await send(it, input, settings)),
    download: async (it, input, settings) => asDownload(await send(it, input, settings)),
  };
}

/** Pure: the request line, headers and body of a call. */
function httpCall(it: Endpoint, input: CallInput, settings: CallSettings): HttpCall {
  const { body, contentType } = encodeBody(it, input);
  return {
    method: it.method,
    path: fillPath(it.path, input.params ?? {}) + queryString(input.query ?? {}),
    headers: {
      accept: settings.accept ?? 'application/json',
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(input.if_match === undefined
        ? {}
        : {
            'if-match':
              input.if_match === '*' || input.if_match.startsWith('"') ? input.if_match : `"${input.if_match}"`,
          }),
      ...(it.idempotencyKey ? { 'idempotency-key': settings.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...settings.headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
  };
}

function encodeBody(
  it: Endpoint,
  input: CallInput,
): { readonly body?: string | ReadableStream<Uint8Array>; readonly contentType: string | null } {
  if (it.consumes === 'upload' && input.file !== undefined)
    return uploadBody(typeof input.body === 'object' ? { ...input.body } : {}, input.file);
  if (input.body === undefined) return { contentType: null };
  return { body: JSON.stringify(input.body), contentType: 'application/json' };
}

function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '')
      throw new ProblemError('invalid-request', `The path needs \`${name}\`.`, {
        errors: [{ pointer: jsonPointer(['params', name]), message: 'is needed' }],
      });
    return encodeURIComponent(asText(value));
  });
}

function queryString(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, asText(value)] as const],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function parseAnswer(it: Endpoint, response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const parsed = it.response.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues
    .map((issue) => `${jsonPointer(issue.path)} ${issue.message}`)
    .slice(0, 3)
    .join('; ');
  throw new ProblemError(
    'internal',
    `The answer to ${it.name} is not what this client's version expects (${at}). Do client and service have the same version?`,
  );
}

function asDownload(response: Response): Download {
  const rows = response.headers.get('svc-row-count');
  const disposition = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '');
  return {
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    fileName: disposition?.[1] ?? null,
    rows: rows === null ? null : Number(rows),
    truncated: response.headers.get('svc-truncated') === 'true',
    uncertified: response.headers.get('svc-uncertified')?.split(', ') ?? [],
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    text: () => response.text(),
  };
}
