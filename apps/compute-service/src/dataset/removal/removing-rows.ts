import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, PeriodicTask } from '@svc/platform';
import type { Logger } from 'pino';
import { RemoveDeletedRows } from './remove-deleted-rows';

const EVERY_MS = 3_600_000;

/** Removes the rows of deleted datasets while the service runs, every hour. */
@Injectable()
export class RemovingRows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask({
    everyMs: EVERY_MS,
    spread: true,
    run: async (stop) => {
      const tables = await this.removing.run(stop);
      if (tables > 0) this.logger.info({ tables }, 'rows of deleted datasets removed');
    },
    failed: (error) =>
      this.logger.warn({ err: error }, 'rows of deleted datasets could not be removed; next try in an hour'),
  });

  constructor(
    private readonly removing: RemoveDeletedRows,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }
}
