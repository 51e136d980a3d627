import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type MatchedCall, ProblemError, TRACKING_ENDPOINTS, TRACKING_PREFIX, trackingCall } from '@svc/contracts';
import { ANONYMOUS, CONFIG, HEADER, PrincipalSigner } from '@svc/platform';
import type { Request } from 'express';
import type { Reply } from '../answer/reply';
import type { Config } from '../config';
import { Admission } from './admission';
import type { Visit } from './visit';
import { passOn } from '../request/pass-on';

/** What the caller is told of the answer besides its body. */
const TOLD = [
  ...[
    'content-type',
    'content-disposition',
    'content-range',
    'accept-ranges',
    'etag',
    'last-modified',
    'cache-control',
  ],
  'retry-after',
];
/** For MLflow's own page and its parts, and for nothing that a caller has stored. */
const PAGE_CSP = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');
const COMPRESSIBLE = /^(text\/|application\/(json|javascript)|image\/svg)/;

type Settings = Pick<Config, 'SVC_TRACKING_URL' | 'SVC_MAX_BODY_BYTES' | 'SVC_MAX_UPLOAD_BYTES' | 'SVC_IDLE_BODY_MS'>;

/**
 * The mount of MLflow: admits a call like any other operation, and passes it on to model-service with the caller's signed name in
 * place of their credentials. What is not in the list of calls is refused here already.
 */
@Injectable()
export class ServeTracking {
  constructor(
    @Inject(Admission) private readonly admission: Admission,
    @Inject(PrincipalSigner) private readonly signer: PrincipalSigner,
    @Inject(CONFIG) private readonly config: Settings,
  ) {}

  async serve(visit: Visit, call: MatchedCall | null): Promise<Reply> {
    await this.admission.admit(visit, visit.endpoint ?? TRACKING_ENDPOINTS.read);
    if (call === null) {
      if (pathOf(visit.request) === TRACKING_PREFIX) return withSlash();
      throw new ProblemError(
        'not-found',
        'MLflow is not offered this call here. Models are registered, promoted and deleted under /api/registry only.',
      );
    }
    const answer = await this.ask(visit, call);
    return replyOf(answer, call);
  }

  private ask(visit: Visit, { kind }: MatchedCall): Promise<IncomingMessage> {
    const { SVC_TRACKING_URL: to, SVC_MAX_BODY_BYTES, SVC_MAX_UPLOAD_BYTES, SVC_IDLE_BODY_MS } = this.config;
    if (to === undefined)
      throw new ProblemError(
        'unavailable',
        'This installation has no tracking server: set SVC_TRACKING_URL of the gateway.',
      );
    return passOn({
      to,
      request: visit.request,
      path: visit.request.originalUrl,
      credentials: {
        [HEADER.principal]: this.signer.sign(visit.principal ?? ANONYMOUS),
        [HEADER.sender]: this.signer.signSender(TRACKING_ENDPOINTS.read.subject),
        [HEADER.traceparent]: visit.trace.traceparent,
      },
      maxBytes: kind === 'artifact' ? SVC_MAX_UPLOAD_BYTES : SVC_MAX_BODY_BYTES,
      idleMs: SVC_IDLE_BODY_MS,
      signal: visit.gone,
    });
  }
}

/** The path as it was sent: Express decodes nothing, and neither does anybody before the list was asked. */
export function pathOf(request: Request): string {
  return request.originalUrl.split('?', 1)[0] ?? '';
}

/** The call that a request under the prefix makes; null for one that is not offered. */
export function callOf(request: Request): MatchedCall | null {
  return trackingCall(request.method, pathOf(request));
}

function withSlash(): Reply {
  return { kind: 'empty', status: 308, code: null, headers: { location: `${TRACKING_PREFIX}/` } };
}

function replyOf(answer: IncomingMessage, { kind }: MatchedCall): Reply {
  const type = answer.headers['content-type'] ?? '';
  const headers = Object.fromEntries(
    TOLD.flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const length = answer.headers['content-length'];
  return {
    kind: 'stream',
    status: answer.statusCode ?? 502,
    code: null,
    headers: { ...headers, ...(kind === 'page' ? { 'content-security-policy': PAGE_CSP } : {}) },
    bytes: length === undefined ? null : Number(length),
    compress: COMPRESSIBLE.test(type) && answer.statusCode === 200,
    open: () => Promise.resolve(answer),
    done: () => Promise.resolve(void answer.destroy()),
  };
}
