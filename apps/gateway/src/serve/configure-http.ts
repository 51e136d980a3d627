import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type ProblemCode, ProblemError } from '@svc/contracts';
import { nextStep } from '@svc/platform';
import { type Application, type NextFunction, type Request, type Response, Router } from 'express';
import { problemReply } from '../answer/problem-reply';
import type { Config } from '../config';
import { registerDocs } from '../docs/docs-routes';
import { Routes } from './routes';
import { sendPlain } from '../answer/send-plain';

/** Paths that the platform answers itself. */
const PLATFORM_PATHS = new Set(['/health/live', '/health/ready']);
/** A request line and headers must arrive within this; bodies are watched byte by byte where they are read. */
const HEADERS_MS = 15_000;
/** The longest that a whole request may take to arrive: a 10 GiB upload over a slow line. */
const REQUEST_MS = 6 * 3_600_000;

/** Puts the API on the service's HTTP server, before the platform's own paths. */
export function configureHttp(app: NestExpressApplication, config: Config): void {
  const express: Application = app.getHttpAdapter().getInstance();
  express.set('etag', false);
  express.set('query parser', false);
  express.set('trust proxy', config.SVC_TRUSTED_PROXIES);
  if (config.SVC_PUBLIC_URL?.startsWith('https:') === true) express.use(onlyHttps);
  const router = Router({ caseSensitive: true, strict: true });
  registerDocs(router, config.SVC_API_DOCS);
  app.get(Routes).register(router);
  express.use(router);
  express.use((request: Request, response: Response, next: NextFunction) => {
    if (PLATFORM_PATHS.has(request.path)) next();
    else void sendPlain(request, response, problemReply(nothingHere(), nextStep(request.get('traceparent')).traceId));
  });
  harden(app.getHttpServer());
}

/** Browsers use https for a year after their first visit, whatever a link says (RFC 6797). */
function onlyHttps(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
  next();
}

function nothingHere(): ProblemError {
  return new ProblemError('not-found', 'There is nothing here. The API is under /api; GET /api/docs describes it.');
}

function harden(server: Server): void {
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 10_000;
  server.on('request', (_request, response) => response.once('close', () => leaveNothingOpen(server)));
  // Node alone would answer 417 to `Expect: anything`: no problem document, no trace, no limit. RFC 9110 §10.1.1 allows ignoring it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => refuseRaw(error, socket));
}

/** During shutdown a keep-alive connection would wait for its next request and delay the end. */
function leaveNothingOpen(server: Server): void {
  if (!server.listening) setImmediate(() => server.closeIdleConnections());
}

const RAW: Readonly<Record<string, readonly [status: string, code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'invalid-request',
    'The headers are larger than 16 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid-request', 'The request did not arrive in time.'],
};

/** Malformed HTTP never becomes a request, but its sender still gets a problem document. */
function refuseRaw(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, detail] = RAW[error.code ?? ''] ?? [
    '400 Bad Request',
    'invalid-request',
    'This is not HTTP/1.1.',
  ];
  const { traceId } = nextStep(undefined);
  // The HTTP status is more specific than the code's own, so the document repeats it.
  const body = Buffer.from(
    JSON.stringify({
      ...new ProblemError(code, detail).toProblem(),
      status: Number(status.slice(0, 3)),
      trace_id: traceId,
    }),
  );
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\nContent-Length: ${body.length}\r\nConnection: close\r\nX-Trace-Id: ${traceId}\r\n\r\n${body.toString()}`,
  );
}
