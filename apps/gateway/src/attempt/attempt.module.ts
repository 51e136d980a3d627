import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { postgresAttemptLimits } from './adapters/postgres-attempt-limits';
import { PostgresDeviceStore } from './adapters/postgres-device-store';
import { DEVICE_STORE, KnownDevices } from './known-devices';
import { ATTEMPT_LIMITS, SignInThrottle } from './sign-in-throttle';

/** How often a sign-in may fail, and the devices that are known to belong to a person. */
@Module({
  providers: [
    SignInThrottle,
    KnownDevices,
    { provide: DEVICE_STORE, useClass: PostgresDeviceStore },
    {
      provide: ATTEMPT_LIMITS,
      useFactory: (it: DataSource, config: Config) =>
        postgresAttemptLimits(it, {
          perOrigin: config.SVC_SIGN_IN_ATTEMPTS,
          perLogin: config.SVC_SIGN_IN_ATTEMPTS_LOGIN,
          perAddress: config.SVC_SIGN_IN_ATTEMPTS_ADDRESS,
        }),
      inject: [DataSource, CONFIG],
    },
  ],
  exports: [SignInThrottle, KnownDevices],
})
export class AttemptModule {}
