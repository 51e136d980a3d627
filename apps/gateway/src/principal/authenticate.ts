import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import { CLOCK, type Clock } from '../clock';
import { standingOf } from '../token/api-token';
import { TokenDirectory } from '../token/token-directory';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

/** Finds out who is calling. Only the Authorization header is looked at: a token in a URL ends up in logs and histories. */
@Injectable()
export class Authenticate {
  constructor(
    @Inject(TokenDirectory) private readonly tokens: TokenDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The bearer of the token; null without one. A token that is no good is refused even where none is needed. */
  async whoSent(authorization: string | undefined): Promise<Principal | null> {
    if (authorization === undefined) return null;
    const [, secret] = BEARER.exec(authorization) ?? [];
    if (secret === undefined) throw noGood('malformed', 'The Authorization header must be "Bearer svc_pat_…".');
    const token = await this.tokens.find(secret);
    if (token === null) throw noGood('unknown', 'This is no token of ours. Check that it was copied whole.');
    const standing = standingOf(token, this.clock.now());
    switch (standing.kind) {
      case 'good':
        this.tokens.noteUse(token);
        return standing.principal;
      case 'expired':
        throw noGood('expired', 'The token has expired. Ask an admin for a new one.');
      case 'revoked':
        throw noGood('revoked', 'The token was revoked. Ask an admin for a new one.');
    }
  }
}

function noGood(token: 'malformed' | 'unknown' | 'expired' | 'revoked', detail: string): ProblemError {
  return new ProblemError('unauthenticated', detail, { data: { token } });
}
