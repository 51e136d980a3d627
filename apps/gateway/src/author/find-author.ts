import { Inject, Injectable } from '@nestjs/common';
import type { findAuthor, ResponseOf } from '@svc/contracts';
import { z } from 'zod';
import { type Clock, CLOCK } from '@svc/platform';
import { isLive } from '../token/api-token';
import { TOKEN_STORE, type TokenStore } from '../token/token.ports';
import { USER_DIRECTORY, type UserDirectory } from '../user/user.ports';

type Author = ResponseOf<typeof findAuthor>;

/** The current role and groups of an author, without any scope to call with. */
@Injectable()
export class FindAuthor {
  constructor(
    @Inject(USER_DIRECTORY) private readonly users: UserDirectory,
    @Inject(TOKEN_STORE) private readonly tokens: TokenStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(id: string): Promise<Author> {
    const [, kind, name = ''] = /^(user|token):(.+)$/u.exec(id) ?? [];
    if (kind === 'user') return this.user(id, name);
    return this.token(id, name);
  }

  private async user(id: string, login: string): Promise<Author> {
    const user = await this.users.find(login);
    if (user === null) return { principal: null, why: `there is no ${id}` };
    if (user.disabled) return { principal: null, why: `${id} is disabled` };
    return { principal: { id, kind: 'user', role: user.role, groups: [...user.groups], scopes: [] }, why: '' };
  }

  private async token(id: string, name: string): Promise<Author> {
    const token = z.uuid().safeParse(name).success ? await this.tokens.byId(name) : null;
    if (token === null) return { principal: null, why: `there is no ${id}` };
    if (!isLive(token, this.clock.now())) return { principal: null, why: `${id} has expired or was revoked` };
    return { principal: { id, kind: 'token', role: token.role, groups: [], scopes: [] }, why: '' };
  }
}
