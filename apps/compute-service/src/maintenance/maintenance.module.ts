import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { QueryModule } from '../query/query.module';
import { SCRATCH } from '../scratch';
import { HOUSEKEEPING, Housekeeping } from './housekeeping';

/** Removes what nobody will come for. */
@Module({
  imports: [QueryModule],
  providers: [
    Housekeeping,
    {
      provide: HOUSEKEEPING,
      useFactory: (config: Config, scratch: string) => ({ scratch, queryLogDays: config.SVC_QUERY_LOG_DAYS }),
      inject: [CONFIG, SCRATCH],
    },
  ],
})
export class MaintenanceModule {}
