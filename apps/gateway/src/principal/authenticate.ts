import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import { JudgeSession } from '../sign-in/judge-session';
import { Cookies } from '../cookie/cookies';
import { JudgeSecret } from '../token/judge-secret';
import type { TokenFault } from '../token/token-standing';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

const FAULTS: Readonly<Record<TokenFault, string>> = {
  unknown: 'This is not a token of this service. Check that it was copied completely.',
  expired: 'The token has expired. Make a new one, or ask an admin for it.',
  revoked: 'The token was revoked. Make a new one, or ask an admin for it.',
  replaced: 'The token has a new secret, and this one has expired. Use the new one.',
  disabled: 'The token was revoked together with all access of its owner. Ask an admin.',
};

/** The credentials in a request. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

/** Who is calling, and with which credentials. */
export interface Caller {
  readonly principal: Principal | null;
  /** The secret of the session that the cookie opened; null for callers with a token and for anonymous ones. */
  readonly session: string | null;
  /** The session cookie was invalid: the browser should delete it. */
  readonly staleCookie: boolean;
}

/**
 * Identifies the caller: by the token in the Authorization header, else by the session cookie. Nothing else is accepted: a
 * token in a URL ends up in logs and histories.
 */
@Injectable()
export class Authenticate {
  constructor(
    @Inject(JudgeSecret) private readonly secrets: JudgeSecret,
    @Inject(JudgeSession) private readonly sessions: JudgeSession,
    @Inject(Cookies) private readonly cookies: Cookies,
  ) {}

  /**
   * An invalid token is refused even by public operations; an invalid cookie is ignored, since the browser that
   * sends it could not sign in otherwise.
   */
  async whoSent({ authorization, cookie }: Credentials): Promise<Caller> {
    if (authorization !== undefined)
      return { principal: await this.bearer(authorization), session: null, staleCookie: false };
    const { sent, value } = this.cookies.read('session', cookie);
    const principal = value === null ? null : await this.sessions.judge(value);
    return { principal, session: principal === null ? null : value, staleCookie: sent && principal === null };
  }

  /** To be called before somebody who wants to sign out is told that they are: their first attempt may have died before it told every replica. */
  async foundOver({ cookie }: Pick<Credentials, 'cookie'>): Promise<void> {
    const { value } = this.cookies.read('session', cookie);
    if (value !== null) await this.sessions.foundOver(value);
  }

  private async bearer(authorization: string): Promise<Principal> {
    const [, secret] = BEARER.exec(authorization) ?? [];
    if (secret === undefined) throw noGood('malformed', 'The Authorization header must be "Bearer svc_pat_…".');
    const standing = await this.secrets.judge(secret);
    if (standing.kind === 'good') return standing.principal;
    throw noGood(standing.kind, FAULTS[standing.kind]);
  }
}

function noGood(token: TokenFault | 'malformed', detail: string): ProblemError {
  return new ProblemError('unauthenticated', detail, { data: { token } });
}
