import { Module } from '@nestjs/common';
import { AttemptModule } from '../attempt/attempt.module';
import { PostgresUserStore } from './adapters/postgres-user-store';
import { CreateUser } from './create-user';
import { KnownUsers } from './known-users';
import { Passwords } from './passwords';
import { ReadUsers } from './read-users';
import { SetPassword } from './set-password';
import { UpdateUser } from './update-user';
import { UserController } from './user.controller';
import { USER_DIRECTORY, USER_STORE } from './user.ports';

/** People who may sign in. Gives others where they are stored, and what is known of them at once. */
@Module({
  imports: [AttemptModule],
  controllers: [UserController],
  providers: [
    KnownUsers,
    Passwords,
    CreateUser,
    ReadUsers,
    UpdateUser,
    SetPassword,
    { provide: USER_STORE, useClass: PostgresUserStore },
    { provide: USER_DIRECTORY, useExisting: KnownUsers },
  ],
  exports: [KnownUsers, Passwords, USER_STORE, USER_DIRECTORY],
})
export class UserModule {}
