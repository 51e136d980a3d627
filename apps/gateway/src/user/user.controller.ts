import { Controller, Inject } from '@nestjs/common';
import {
  createUser,
  getUser,
  listUsers,
  type RequestOf,
  type ResponseOf,
  setPassword,
  updateUser,
  type User,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { CreateUser } from './create-user';
import { ReadUsers } from './read-users';
import { SetPassword } from './set-password';
import { UpdateUser } from './update-user';

@Controller()
export class UserController {
  constructor(
    @Inject(CreateUser) private readonly creating: CreateUser,
    @Inject(ReadUsers) private readonly users: ReadUsers,
    @Inject(UpdateUser) private readonly updating: UpdateUser,
    @Inject(SetPassword) private readonly passwords: SetPassword,
  ) {}

  @Handles(createUser)
  create(request: RequestOf<typeof createUser>, { principal }: CallContext): Promise<User> {
    return this.creating.create(request, principal);
  }

  @Handles(listUsers)
  list({ query }: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
    return this.users.list(query);
  }

  @Handles(getUser)
  get({ params }: RequestOf<typeof getUser>): Promise<User> {
    return this.users.get(params.login);
  }

  @Handles(updateUser)
  update(request: RequestOf<typeof updateUser>, { principal }: CallContext): Promise<User> {
    return this.updating.update(request, principal);
  }

  @Handles(setPassword)
  async setPassword(
    request: RequestOf<typeof setPassword>,
    { principal }: CallContext,
  ): Promise<Record<string, never>> {
    await this.passwords.set(request, principal);
    return {};
  }
}
