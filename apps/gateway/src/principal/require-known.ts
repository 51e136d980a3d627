import { Inject, Injectable } from '@nestjs/common';
import { jsonPointer, ProblemError } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import { z } from 'zod';
import { isLive } from '../token/api-token';
import { TOKEN_STORE, type TokenStore } from '../token/token.ports';
import { USER_DIRECTORY, type UserDirectory } from '../user/user.ports';

const members = z.record(z.string(), z.unknown());

/** Refuses requests that give something to an unknown principal: an owner must be somebody who exists. */
@Injectable()
export class RequireKnown {
  constructor(
    @Inject(USER_DIRECTORY) private readonly users: UserDirectory,
    @Inject(TOKEN_STORE) private readonly tokens: TokenStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** `names` are the members of the body that name a principal. */
  async in(body: unknown, names: readonly string[]): Promise<void> {
    const given = names.length === 0 ? {} : (members.safeParse(body).data ?? {});
    for (const name of names) {
      const id = given[name];
      if (typeof id !== 'string' || (await this.isKnown(id))) continue;
      const message =
        'is not known: use "user:<login>" of a user who is not disabled, or "token:<id>" of a token without an owner';
      throw new ProblemError('invalid-request', `The request is not valid: "${id}" ${message}.`, {
        errors: [{ pointer: jsonPointer(['body', name]), message }],
      });
    }
  }

  private async isKnown(id: string): Promise<boolean> {
    const [, kind, name = ''] = /^(user|token):(.+)$/u.exec(id) ?? [];
    if (kind === 'user') return (await this.users.find(name))?.disabled === false;
    const token = kind === 'token' && z.uuid().safeParse(name).success ? await this.tokens.byId(name) : null;
    return token !== null && token.owner === null && isLive(token, this.clock.now());
  }
}
