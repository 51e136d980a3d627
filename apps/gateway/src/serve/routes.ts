import { Inject, Injectable } from '@nestjs/common';
import { type Endpoint, endpoints, ProblemError, TRACKING_ENDPOINTS, TRACKING_PREFIX } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import type { NextFunction, Request, Response, Router } from 'express';
import { Admission } from './admission';
import { AnswerVisit } from './answer-visit';
import { type Matched, RouteMatcher } from './match-route';
import { ServeEndpoint } from './serve-endpoint';
import { callOf, pathOf, ServeTracking } from './serve-tracking';
import { Visit } from './visit';

/** Routes every operation of the contracts, and answers every other path. */
@Injectable()
export class Routes {
  constructor(
    @Inject(ServeEndpoint) private readonly serve: ServeEndpoint,
    @Inject(AnswerVisit) private readonly answers: AnswerVisit,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(ServeTracking) private readonly tracking: ServeTracking,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The whole HTTP API: an operation added to the contracts is served without a change here. */
  register(router: Router): void {
    const routes = new RouteMatcher(endpoints);
    router.use((request: Request, response: Response, next: NextFunction) => {
      if (isMounted(pathOf(request))) void this.onTracking(request, response);
      else next();
    });
    router.use((request: Request, response: Response, next: NextFunction) => {
      const matched = routes.find(request.method, request.path);
      if (matched === null) next();
      else void this.onOperation(matched, request, response);
    });
    for (const endpoint of endpoints)
      router.all(expressPath(endpoint), (request, response) => this.onOtherMethod(endpoint.path, request, response));
    router.all('/api/{*rest}', (request, response) => this.onUnknown(request, response));
    router.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
      this.onBrokenPath(error, request, response),
    );
  }

  private onOperation({ endpoint, params }: Matched, request: Request, response: Response): Promise<void> {
    request.params = { ...params };
    const visit = new Visit(endpoint, request, response, this.clock.now());
    return this.answers.answer(visit, () => this.serve.serve(endpoint, visit));
  }

  private onTracking(request: Request, response: Response): Promise<void> {
    const call = callOf(request);
    request.params = { call: `${request.method} ${call?.route ?? pathOf(request)}` };
    const visit = new Visit(TRACKING_ENDPOINTS[call?.effect ?? 'read'], request, response, this.clock.now());
    return this.answers.answer(visit, () => this.tracking.serve(visit, call));
  }

  private onOtherMethod(path: string, request: Request, response: Response): Promise<void> {
    const allow = allowed(path);
    return this.refuse(
      request,
      response,
      new ProblemError('method-not-allowed', `This path accepts ${allow}.`, { data: { allow } }),
    );
  }

  private onUnknown(request: Request, response: Response): Promise<void> {
    return this.refuse(
      request,
      response,
      new ProblemError('not-found', 'This path does not exist. GET /api/openapi.json lists all paths.'),
    );
  }

  /** A path that cannot be decoded, such as /api/metrics/%ff. */
  private onBrokenPath(error: unknown, request: Request, response: Response): Promise<void> {
    const refusal =
      error instanceof URIError || hasStatus(error)
        ? new ProblemError('invalid-request', 'The path cannot be decoded.', { cause: error })
        : error;
    return this.refuse(request, response, refusal);
  }

  private refuse(request: Request, response: Response, refusal: unknown): Promise<void> {
    const visit = new Visit(null, request, response, this.clock.now());
    return this.answers.answer(visit, async () => {
      await this.admission.identify(visit);
      throw refusal;
    });
  }
}

function isMounted(path: string): boolean {
  return path === TRACKING_PREFIX || path.startsWith(`${TRACKING_PREFIX}/`);
}

function expressPath({ path }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function allowed(path: string): string {
  const methods = endpoints.filter((it) => it.path === path).map((it) => it.method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ');
}

/** How Express marks a malformed request. */
function hasStatus(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
}
