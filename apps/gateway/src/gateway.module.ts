import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { CreateIdempotency } from '../migrations/create-idempotency';
import { CreateKnownDevice } from '../migrations/create-known-device';
import { CreateSession } from '../migrations/create-session';
import { CreateToken } from '../migrations/create-token';
import { CreateUserAccount } from '../migrations/create-user-account';
import { OwnAndRotateToken } from '../migrations/own-and-rotate-token';
import { TellWholeRolesApart } from '../migrations/tell-whole-roles-apart';
import { AccessReviewModule } from './access-review/access-review.module';
import { AuthorModule } from './author/author.module';
import { JobModule } from './job/job.module';
import { ServeModule } from './serve/serve.module';
import { TokenModule } from './token/token.module';
import { UsageModule } from './usage/usage.module';
import { UserExportModule } from './user-export/user-export.module';
import { UserModule } from './user/user.module';
import type { Config } from './config';
import { WAREHOUSE } from './warehouse';

const migrations = [
  CreateToken,
  CreateIdempotency,
  OwnAndRotateToken,
  CreateUserAccount,
  CreateSession,
  CreateKnownDevice,
  TellWholeRolesApart,
];

/** The composition root of the gateway: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class GatewayModule {
  static register(config: Config): DynamicModule {
    const warehouse = openWarehouse(config.SVC_WAREHOUSE, diskLimits(config));
    // Whoever needs it rejects with the reason; until then it must not count as unhandled.
    warehouse.catch(() => undefined);
    return {
      module: GatewayModule,
      imports: [
        PlatformModule.register({
          service: 'gateway',
          config,
          migrations,
          claimChecks: claimChecksIn(warehouse),
          shared: [{ provide: WAREHOUSE, useFactory: () => warehouse }],
        }),
        ServeModule,
        UserModule,
        TokenModule,
        UsageModule,
        JobModule,
        AccessReviewModule,
        UserExportModule,
        AuthorModule,
      ],
    };
  }
}
