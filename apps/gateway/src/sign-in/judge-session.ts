import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@svc/contracts';
import { RecheckSession } from '../oidc/recheck-session';
import { KnownUsers } from '../user/known-users';
import { principalOf } from '../session/session';
import { Sessions } from '../session/sessions';

/** Resolves a session's secret to its current principal. */
@Injectable()
export class JudgeSession {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(KnownUsers) private readonly users: KnownUsers,
    @Inject(RecheckSession) private readonly rechecking: RecheckSession,
  ) {}

  /** Resolves when no replica takes the session of this secret any more; it is over already. */
  foundOver(secret: string): Promise<void> {
    return this.sessions.foundOver(secret);
  }

  /** Who is signed in; null when the session is unknown, has ended, or its person was disabled. */
  async judge(secret: string): Promise<Principal | null> {
    const session = await this.sessions.find(secret);
    if (session === null || !(await this.rechecking.stillVouched(session, secret))) return null;
    const user = await this.users.find(session.login);
    if (user === null || user.disabled) return null;
    this.users.noteSeen(user.login);
    return principalOf(user, session);
  }
}
