import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, PeriodicTask, PlatformMetrics } from '@svc/platform';
import { Counter, Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { DamageAlarm } from './damage-alarm';
import { ScrubObjects } from './scrub-objects';

const EVERY_MS = 30_000;

/** Scrubs stored objects while the service runs. */
@Injectable()
export class Scrubbing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: readonly PeriodicTask[];
  private readonly damaged: Gauge;
  private readonly read: Counter;

  constructor(
    private readonly objects: ScrubObjects,
    private readonly alarm: DamageAlarm,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
    metrics: PlatformMetrics,
  ) {
    const failed = (error: unknown): void => {
      this.logger.warn({ err: error }, 'stored objects could not be checked; next try in half a minute');
    };
    this.tasks = [
      new PeriodicTask({ everyMs: EVERY_MS, run: () => this.count(), failed }),
      new PeriodicTask({ everyMs: EVERY_MS, run: (signal) => this.scrub(signal), failed }),
    ];
    const registers = [metrics.registry];
    this.damaged = new Gauge({
      name: 'svc_warehouse_damaged_objects',
      help: 'Stored objects that are damaged and refused; the same on every replica',
      registers,
    });
    this.read = new Counter({
      name: 'svc_warehouse_scrubbed_bytes_total',
      help: 'Bytes of stored objects read to find damage',
      registers,
    });
  }

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.start({ atOnce: true });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((it) => it.stop()));
  }

  private async count(): Promise<void> {
    this.damaged.set(await this.alarm.look());
  }

  private async scrub(signal: AbortSignal): Promise<void> {
    await this.objects.run(signal, (bytes) => this.read.inc(bytes));
  }
}
