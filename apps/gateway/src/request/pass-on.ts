import { type IncomingMessage, request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '@svc/contracts';
import { hasBody, patiently } from './read-body';

/** A request as it is passed on to the service that has the mount. */
export interface PassedOn {
  /** Base address of the service. */
  readonly to: string;
  readonly request: IncomingMessage;
  /** Path and query, as they came. */
  readonly path: string;
  /** Instead of the caller's credentials. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Headers that the service is told. The list is closed: no credential, no cookie, nothing about this connection. */
const TOLD = [
  ...['accept', 'content-type', 'content-length', 'if-none-match', 'if-modified-since', 'range', 'traceparent'],
];

/**
 * Sends a request on as it arrives, and resolves with the head of the answer. Refuses a body that is too large or stalls, and
 * rejects with `unavailable` where nobody answers.
 */
export function passOn({
  to,
  request,
  path,
  credentials,
  maxBytes,
  idleMs,
  signal,
}: PassedOn): Promise<IncomingMessage> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  const headers = { ...told(request), ...credentials };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof ProblemError ? error : unavailable(error));
    // The path goes as it came: what a URL would make of it is not what was checked.
    const sent = httpRequest(to, { path, method: request.method ?? 'GET', headers, signal });
    sent.once('error', fail).once('response', resolve);
    if (hasBody(request)) pipeline(atMost(patiently(request, idleMs), maxBytes), sent).catch(fail);
    else sent.end();
  });
}

function told({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    TOLD.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function* atMost(chunks: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > max) throw tooLarge(max);
    yield chunk;
  }
}

function tooLarge(max: number): ProblemError {
  return new ProblemError('payload-too-large', `The body may have at most ${max} bytes.`, { data: { max_bytes: max } });
}

function unavailable(cause: unknown): ProblemError {
  return new ProblemError('unavailable', 'The tracking server is not available: model-service does not answer.', {
    cause,
  });
}
