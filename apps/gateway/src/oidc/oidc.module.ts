import { Module } from '@nestjs/common';
import { CONFIG, LOGGER } from '@svc/platform';
import type { Config } from '../config';
import { SessionModule } from '../session/session.module';
import { UserModule } from '../user/user.module';
import { OpenIdProvider, type ProviderLog } from './adapters/openid-provider';
import { AdoptIdentity } from './adopt-identity';
import { IDENTITY_PROVIDER } from './identity-provider';
import { RecheckSession } from './recheck-session';
import { SignInByProvider } from './sign-in-by-provider';

/** Sign-in by an OpenID Connect provider, where one is configured. */
@Module({
  imports: [SessionModule, UserModule],
  providers: [
    SignInByProvider,
    AdoptIdentity,
    RecheckSession,
    {
      provide: IDENTITY_PROVIDER,
      useFactory: (config: Config, log: ProviderLog) => OpenIdProvider.of(config, log),
      inject: [CONFIG, LOGGER],
    },
  ],
  exports: [SignInByProvider, RecheckSession, IDENTITY_PROVIDER],
})
export class OidcModule {}
