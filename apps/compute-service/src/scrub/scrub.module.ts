import { Module } from '@nestjs/common';
import { CONFIG, LOGGER, PlatformMetrics } from '@svc/platform';
import type { Config } from '../config';
import { PostgresScrubProgress } from './adapters/postgres-scrub-progress';
import { DamageAlarm } from './damage-alarm';
import { SCRUB, ScrubObjects, type ScrubOptions } from './scrub-objects';
import { SCRUB_PROGRESS } from './scrub.ports';
import { Scrubbing } from './scrubbing';

const MiB = 1024 * 1024;
const DAY_MS = 86_400_000;

/** Reads all stored objects once a day and reports damage. */
@Module({
  providers: [
    {
      provide: SCRUB,
      useFactory: (config: Config) => ({ bytesPerSecond: config.SVC_SCRUB_MB_PER_SECOND * MiB, restMs: DAY_MS }),
      inject: [CONFIG],
    },
    { provide: SCRUB_PROGRESS, useClass: PostgresScrubProgress },
    ScrubObjects,
    DamageAlarm,
    { provide: Scrubbing, useFactory: scrubbing, inject: [SCRUB, ScrubObjects, DamageAlarm, LOGGER, PlatformMetrics] },
  ],
})
export class ScrubModule {}

/** None where the configuration says that nothing is to be read. */
function scrubbing(
  { bytesPerSecond }: ScrubOptions,
  ...parts: ConstructorParameters<typeof Scrubbing>
): Scrubbing | null {
  return bytesPerSecond === 0 ? null : new Scrubbing(...parts);
}
