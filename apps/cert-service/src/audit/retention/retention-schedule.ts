import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, LOGGER, PeriodicTask } from '@svc/platform';
import type { Logger } from 'pino';
import { RetireSegments } from './retire-segments';

const EVERY_MS = 3_600_000;

/** Applies the retention rule every hour, on whichever replica writes the log. */
@Injectable()
export class RetentionSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask({
    everyMs: EVERY_MS,
    run: () => this.apply(),
    failed: (error) =>
      this.logger.error({ err: error }, 'the retention of the audit log could not be applied; the files stay'),
  });

  constructor(
    private readonly retirement: RetireSegments,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async apply(): Promise<void> {
    for (const { name, object, lastSeq } of await this.retirement.retire(this.clock.now()))
      this.logger.info({ file: name, object, last_seq: lastSeq }, 'a file of the audit log was archived and removed');
  }
}
