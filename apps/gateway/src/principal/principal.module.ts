import { Module } from '@nestjs/common';
import { CookieModule } from '../cookie/cookie.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { TokenModule } from '../token/token.module';
import { UserModule } from '../user/user.module';
import { Authenticate } from './authenticate';
import { RequireKnown } from './require-known';

/** Who calls, by token or by session. */
@Module({
  imports: [CookieModule, SignInModule, TokenModule, UserModule],
  providers: [Authenticate, RequireKnown],
  exports: [Authenticate, RequireKnown],
})
export class PrincipalModule {}
