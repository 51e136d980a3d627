import { Module } from '@nestjs/common';
import { UserModule } from '../user/user.module';
import { PostgresTokenStore } from './adapters/postgres-token-store';
import { FirstToken } from './first-token';
import { JudgeSecret } from './judge-secret';
import { ManageTokens } from './manage-tokens';
import { TokenDirectory } from './token-directory';
import { TokenController } from './token.controller';
import { TOKEN_STORE } from './token.ports';

/** API tokens. Gives others where they are stored, and whose a secret is. */
@Module({
  imports: [UserModule],
  controllers: [TokenController],
  providers: [
    TokenDirectory,
    JudgeSecret,
    ManageTokens,
    FirstToken,
    { provide: TOKEN_STORE, useClass: PostgresTokenStore },
  ],
  exports: [JudgeSecret, TOKEN_STORE],
})
export class TokenModule {}
