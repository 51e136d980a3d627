import { Module } from '@nestjs/common';
import { AttemptModule } from '../attempt/attempt.module';
import { OidcModule } from '../oidc/oidc.module';
import { SessionModule } from '../session/session.module';
import { UserModule } from '../user/user.module';
import { JudgeSession } from './judge-session';
import { SessionOperations } from './session-operations';
import { SignInByPassword } from './sign-in-by-password';
import { SignOut } from './sign-out';

/** What browsers do to sign in and out, and whose a session is. */
@Module({
  imports: [AttemptModule, OidcModule, SessionModule, UserModule],
  providers: [JudgeSession, SignInByPassword, SignOut, SessionOperations],
  exports: [JudgeSession, SessionOperations],
})
export class SignInModule {}
