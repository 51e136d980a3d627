import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, LOGGER, PeriodicTask } from '@svc/platform';
import type { Logger } from 'pino';
import { INFERENCE_TABLE, type InferenceTable } from './serving.ports';

/** How many days invocations are kept. */
export const INFERENCE_DAYS = Symbol('InferenceDays');

const EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Makes and drops the days of the inference table, at start and every hour. */
@Injectable()
export class RetainInferences implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask({
    everyMs: EVERY_MS,
    spread: true,
    run: () => this.run(),
    failed: (error) => this.logger.warn({ err: error }, 'days of the inference table: next try in an hour'),
  });

  constructor(
    @Inject(INFERENCE_TABLE) private readonly table: InferenceTable,
    @Inject(INFERENCE_DAYS) private readonly days: number,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start({ atOnce: true });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  run(): Promise<void> {
    const now = this.clock.now();
    return this.table.turnDays(now, new Date(now.getTime() - this.days * DAY_MS));
  }
}
