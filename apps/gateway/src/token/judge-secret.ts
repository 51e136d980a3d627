import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/platform';
import { USER_DIRECTORY, type UserDirectory } from '../user/user.ports';
import { TokenDirectory } from './token-directory';
import { bearerFor, bearerOf, faultOf, type Standing } from './token-standing';

const PERSON = /^user:/;

/**
 * Resolves a secret to its current principal. The time it takes reveals nothing about an invalid one: an
 * unknown, expired, revoked or replaced one each cost one lookup by hash.
 */
@Injectable()
export class JudgeSecret {
  constructor(
    @Inject(TokenDirectory) private readonly tokens: TokenDirectory,
    @Inject(USER_DIRECTORY) private readonly users: UserDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A valid one is noted as used. */
  async judge(secret: string): Promise<Standing> {
    const found = await this.tokens.find(secret);
    if (found === null) return { kind: 'unknown' };
    const fault = faultOf(found, this.clock.now());
    if (fault !== null) return { kind: fault };
    const { token } = found;
    const principal =
      token.owner === null ? bearerOf(token) : bearerFor(token, await this.users.find(token.owner.replace(PERSON, '')));
    if (principal === null) return { kind: 'disabled' };
    this.tokens.noteUse(token);
    return { kind: 'good', token, principal };
  }
}
