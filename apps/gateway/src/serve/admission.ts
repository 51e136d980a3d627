import { Inject, Injectable } from '@nestjs/common';
import { type Endpoint, ProblemError } from '@svc/contracts';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { Authenticate, type Caller } from '../principal/authenticate';
import { requireAccess } from '../principal/require-access';
import { requireOwnOrigin } from '../principal/require-own-origin';
import { RateLimit } from '../rate-limit/rate-limit';
import type { Visit } from './visit';

/** Decides whether a request is admitted: who sends it, how often, and whether they may. */
@Injectable()
export class Admission {
  constructor(
    @Inject(Authenticate) private readonly authenticate: Authenticate,
    @Inject(RateLimit) private readonly limit: RateLimit,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SVC_PUBLIC_URL'>,
  ) {}

  async admit(visit: Visit, endpoint: Endpoint): Promise<void> {
    await this.identify(visit);
    if (visit.staleCookie && endpoint.session === 'ends')
      await this.authenticate.foundOver({ cookie: visit.request.get('cookie') });
    this.requireOwnPage(visit, endpoint);
    requireAccess(endpoint.access, visit.principal);
  }

  /** A cookie identifies the sender but does not prove intent; and signing somebody in unasked is an attack too. */
  private requireOwnPage({ request, session }: Visit, endpoint: Endpoint): void {
    if (endpoint.method === 'GET' || (session === null && endpoint.session !== 'begins')) return;
    const page = {
      secFetchSite: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      host: request.get('host'),
    };
    requireOwnOrigin(page, this.config.SVC_PUBLIC_URL, session === null ? 'taken' : 'refused');
  }

  /** Identifies the caller and counts the request against their rate limit, or, without a valid token, their address's. */
  async identify(visit: Visit): Promise<void> {
    try {
      const caller = await this.whoSent(visit);
      visit.principal = caller.principal;
      visit.session = caller.session;
      visit.staleCookie = caller.staleCookie;
    } catch (error) {
      // Guessing tokens is limited by address, and the guess is counted before it is answered.
      if (isBadToken(error)) await this.spend(visit);
      throw error;
    }
    await this.spend(visit);
  }

  private whoSent({ request }: Visit): Promise<Caller> {
    return this.authenticate.whoSent({ authorization: request.get('authorization'), cookie: request.get('cookie') });
  }

  private async spend(visit: Visit): Promise<void> {
    visit.headers = { ...visit.headers, ...(await this.limit.spend(visit.principal, visit.address)) };
  }

  /** Whether the caller could still make this call: their token may have been revoked meanwhile, or their session ended. */
  async stillMay(visit: Visit, access: Endpoint['access']): Promise<boolean> {
    try {
      requireAccess(access, (await this.whoSent(visit)).principal);
      return true;
    } catch (error) {
      return !(error instanceof ProblemError && (error.code === 'unauthenticated' || error.code === 'forbidden'));
    }
  }
}

function isBadToken(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'unauthenticated';
}
