import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import type { Session } from '../session/session';
import { Sessions } from '../session/sessions';
import { SESSION_STORE, type SessionStore } from '../session/session.ports';
import { AdoptIdentity } from './adopt-identity';
import { sealTokens, unsealTokens } from './held-tokens';
import { IDENTITY_PROVIDER, type IdentityProvider } from './identity-provider';

/** Nobody else rechecks for this long, which is longer than an answer may take. */
const CLAIM_MS = 60_000;

/** Once the provider's tokens have expired, asks whether it still vouches for the person and with which groups. */
@Injectable()
export class RecheckSession {
  constructor(
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider | null,
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(AdoptIdentity) private readonly adopting: AdoptIdentity,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * False when the session is over: the provider refused. While it is unreachable, sessions continue within their limits. A
   * refresh token may be usable only once, so of several concurrent requests only one rechecks and the others continue.
   */
  async stillVouched(session: Session, secret: string): Promise<boolean> {
    const now = this.clock.now();
    if (session.provider === null || session.recheckAt === null || session.recheckAt > now) return true;
    if (!(await this.store.claimRecheck(session, new Date(now.getTime() + CLAIM_MS)))) return true;
    try {
      await this.ask(session.id, secret, session.provider, now);
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.code === 'unavailable') return true;
      await this.sessions.end(session.id);
      return false;
    }
  }

  private async ask(id: string, secret: string, sealed: Buffer, now: Date): Promise<void> {
    const held = unsealTokens(secret, sealed);
    if (this.provider?.issuer !== held.issuer || held.refresh_token === null)
      throw new ProblemError('unauthenticated', 'This identity provider is no longer configured.');
    const vouched = await this.provider.refresh(held.refresh_token, held.sub);
    // Stored before anything else can fail: the old refresh token may already be invalid.
    await this.store.holdProvider(id, sealTokens(secret, held.issuer, vouched, now, held));
    await this.adopting.adopt(held.issuer, vouched);
  }
}
