import { Inject, Injectable } from '@nestjs/common';
import { type listUsers, ProblemError, type RequestOf, type ResponseOf, type User } from '@svc/contracts';
import { keyBefore, pageOf } from '@svc/platform';
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
    return pageOf(await this.store.page(keyBefore(cursor), limit + 1), limit, (it) => it.login, toUser);
  }
}

export function noSuchUser(login: string): ProblemError {
  return new ProblemError('not-found', `There is no user "${login}".`);
}
