import { Inject, Injectable } from '@nestjs/common';
import { type Endpoint, ProblemError } from '@svc/contracts';
import { Authenticate } from '../principal/authenticate';
import { requireAccess } from '../principal/require-access';
import { RateLimit } from '../rate-limit/rate-limit';
import type { Visit } from './visit';

/** Decides whether a request may be worked on at all: who sends it, how often, and whether they may. */
@Injectable()
export class Admission {
  constructor(
    @Inject(Authenticate) private readonly authenticate: Authenticate,
    @Inject(RateLimit) private readonly limit: RateLimit,
  ) {}

  async admit(visit: Visit, access: Endpoint['access']): Promise<void> {
    await this.identify(visit);
    requireAccess(access, visit.principal);
  }

  /** Learns who is calling and takes the request from their allowance, or, without a good token, from their address's. */
  async identify(visit: Visit): Promise<void> {
    try {
      visit.principal = await this.authenticate.whoSent(visit.request.get('authorization'));
    } catch (error) {
      // Guessing tokens is bounded by address, and what it costs is taken before the guess is answered.
      if (isBadToken(error)) await this.spend(visit);
      throw error;
    }
    await this.spend(visit);
  }

  private async spend(visit: Visit): Promise<void> {
    visit.headers = { ...visit.headers, ...(await this.limit.spend(visit.principal, visit.address)) };
  }

  /** Whether the caller could still make this call: its token may have been revoked meanwhile. */
  async stillMay(visit: Visit, access: Endpoint['access']): Promise<boolean> {
    try {
      requireAccess(access, await this.authenticate.whoSent(visit.request.get('authorization')));
      return true;
    } catch (error) {
      return !(error instanceof ProblemError && (error.code === 'unauthenticated' || error.code === 'forbidden'));
    }
  }
}

function isBadToken(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'unauthenticated';
}
