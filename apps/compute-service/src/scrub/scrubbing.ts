import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, PlatformMetrics } from '@svc/platform';
import { Counter, Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { DamageAlarm } from './damage-alarm';
import { ScrubObjects } from './scrub-objects';

const EVERY_MS = 30_000;

/** Keeps looking after stored objects while the service runs. */
@Injectable()
export class Scrubbing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> | null = null;
  private readonly damaged: Gauge;
  private readonly read: Counter;

  constructor(
    private readonly objects: ScrubObjects,
    private readonly alarm: DamageAlarm,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
    metrics: PlatformMetrics,
  ) {
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
    const look = (): void => {
      this.alarm.look().then((count) => this.damaged.set(count), this.failed);
      this.reading ??= this.objects
        .run(this.stop.signal, (bytes) => this.read.inc(bytes))
        .then(() => undefined, this.failed)
        .finally(() => {
          this.reading = null;
        });
    };
    look();
    this.timer = setInterval(look, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.stop.abort();
    await this.reading;
  }

  private readonly failed = (error: unknown): void => {
    this.logger.warn({ err: error }, 'stored objects could not be checked; next try in half a minute');
  };
}
