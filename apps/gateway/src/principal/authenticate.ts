import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import { JudgeSecret } from '../token/judge-secret';
import type { TokenFault } from '../token/token-standing';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

const FAULTS: Readonly<Record<TokenFault, string>> = {
  unknown: 'This is no token of ours. Check that it was copied whole.',
  expired: 'The token has expired. Make a new one, or ask an admin for it.',
  revoked: 'The token was revoked. Make a new one, or ask an admin for it.',
  replaced: 'The token was given a new secret, and the time for this one is over. Use the new one.',
  disabled: 'The token was revoked with everything of its owner. Ask an admin.',
};

/** Finds out who is calling. Only the Authorization header is looked at: a token in a URL ends up in logs and histories. */
@Injectable()
export class Authenticate {
  constructor(@Inject(JudgeSecret) private readonly secrets: JudgeSecret) {}

  /** The bearer of the token; null without one. A token that is no good is refused even where none is needed. */
  async whoSent(authorization: string | undefined): Promise<Principal | null> {
    if (authorization === undefined) return null;
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
