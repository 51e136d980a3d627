import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { RateLimit } from './rate-limit';

/** How many calls a caller may make. */
@Module({
  providers: [
    {
      provide: RateLimit,
      useFactory: (config: Config) =>
        new RateLimit({ perPrincipal: config.SVC_RATE_LIMIT, perAddress: config.SVC_RATE_LIMIT_ANONYMOUS }),
      inject: [CONFIG],
    },
  ],
  exports: [RateLimit],
})
export class RateLimitModule {}
