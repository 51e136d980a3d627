import { Inject, Injectable } from '@nestjs/common';
import { type listUsers, ProblemError, type RequestOf, type ResponseOf, type User } from '@svc/contracts';
import { toUser } from './user-view';
import { USER_STORE, type UserStore } from './user.ports';

/** Users, for those who manage them. */
@Injectable()
export class ReadUsers {
  constructor(@Inject(USER_STORE) private readonly store: UserStore) {}

  async get(login: string): Promise<User> {
    const user = await this.store.byLogin(login);
    if (user === null) throw noSuchUser(login);
    return toUser(user);
  }

  async list({ limit, cursor }: RequestOf<typeof listUsers>['query']): Promise<ResponseOf<typeof listUsers>> {
    const after = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '');
    const page = await this.store.page(after, limit + 1);
    const items = page.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toUser),
      next_cursor: page.length > limit && last !== undefined ? Buffer.from(last.login).toString('base64url') : null,
    };
  }
}

export function noSuchUser(login: string): ProblemError {
  return new ProblemError('not-found', `There is no user "${login}".`);
}
