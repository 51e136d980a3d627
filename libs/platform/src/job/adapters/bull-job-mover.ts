import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { ConfigError } from '../../config/config-error';
import type { JobMover } from '../job-mover';
import type { DueJob } from './job-store';

const TIMEOUT_MS = 2_000;
const RETRY_MS = 2_000;

export interface BullJobMoverOptions {
  readonly service: string;
  readonly redisUrl: string | undefined;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * {@link JobMover} over BullMQ, one queue per kind. Recovery after a crash comes from the lease in Postgres, so BullMQ's
 * own stalled check only tidies up: it may hand out an id again as often as it likes, the claim decides.
 */
export class BullJobMover implements JobMover {
  private readonly queues = new Map<string, Queue>();
  private readonly workers: Worker[] = [];
  private clients: { readonly producer: Redis; readonly consumer: Redis } | null = null;
  private readonly adding = new Set<Promise<void>>();
  private away = false;

  constructor(private readonly options: BullJobMoverOptions) {}

  async add(job: DueJob, delayMs = 0): Promise<void> {
    const adding = within(TIMEOUT_MS, this.addOnce(job, `${job.id}-${job.fence}`, delayMs));
    this.adding.add(adding);
    await adding.finally(() => this.adding.delete(adding));
  }

  async addAgain(job: DueJob): Promise<void> {
    const id = `${job.id}-${job.fence}`;
    // A worker that died after taking the id and before claiming the row leaves it active; adding the same id does nothing then.
    if (this.connected().producer.status !== 'ready') throw new Error('Redis is unavailable.');
    const stuck = (await within(TIMEOUT_MS, this.queue(job.kind).getJobState(id))) === 'active';
    await within(TIMEOUT_MS, this.addOnce(job, stuck ? `${id}-${randomUUID()}` : id, 0));
  }

  work(kind: string, concurrency: number, run: () => Promise<void>): void {
    const worker = new Worker(this.queueName(kind), run, {
      connection: this.connected().consumer,
      concurrency,
      prefix: 'svc',
      lockDuration: 15_000,
      stalledInterval: 10_000,
      maxStalledCount: 1_000_000,
      // After an error other than a lost connection: Redis refuses writes while its disk is full.
      runRetryDelay: RETRY_MS,
    });
    worker.on('error', (error) => this.noteAway(error));
    this.workers.push(worker);
  }

  async check(): Promise<void> {
    await within(TIMEOUT_MS, this.connected().producer.ping());
  }

  async close(graceMs: number): Promise<void> {
    await within(graceMs, Promise.allSettled([...this.adding, ...this.workers.map((worker) => worker.close())])).catch(
      () => undefined,
    );
    await within(
      TIMEOUT_MS,
      Promise.allSettled([
        ...this.workers.map((worker) => worker.close(true)),
        ...[...this.queues.values()].map((queue) => queue.close()),
      ]),
    ).catch(() => undefined);
    this.clients?.producer.disconnect();
    this.clients?.consumer.disconnect();
  }

  /** The producer fails at once while Redis is unavailable (the sweeper retries); the consumer waits. */
  private connected(): { readonly producer: Redis; readonly consumer: Redis } {
    const url = this.options.redisUrl;
    if (url === undefined)
      throw new ConfigError([
        'SVC_REDIS_URL is missing, and this service has jobs. Set it to a redis://host:port URL.',
      ]);
    this.clients ??= {
      producer: this.connect(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false }),
      consumer: this.connect(url, { maxRetriesPerRequest: null }),
    };
    return this.clients;
  }

  private async addOnce(job: DueJob, jobId: string, delay: number): Promise<void> {
    if (this.connected().producer.status !== 'ready') throw new Error('Redis is unavailable.');
    await this.queue(job.kind).add(
      job.kind,
      { id: job.id },
      { jobId, delay, removeOnComplete: true, removeOnFail: true },
    );
  }

  private queue(kind: string): Queue {
    const known = this.queues.get(kind);
    if (known !== undefined) return known;
    const queue = new Queue(this.queueName(kind), { connection: this.connected().producer, prefix: 'svc' });
    queue.on('error', (error) => this.noteAway(error));
    this.queues.set(kind, queue);
    return queue;
  }

  private queueName(kind: string): string {
    return `${this.options.service}.${kind}`;
  }

  private connect(
    url: string,
    settings: { readonly maxRetriesPerRequest: number | null; readonly enableOfflineQueue?: boolean },
  ): Redis {
    const redis = new Redis(url, { ...settings, retryStrategy: (times) => Math.min(times * 100, 2_000) });
    redis.on('error', (error: Error) => this.noteAway(error));
    redis.on('ready', () => this.noteBack());
    return redis;
  }

  /** BullMQ repeats the same error for every connection and retry; an outage is worth one line. */
  private noteAway(error: Error): void {
    if (this.away) return;
    this.away = true;
    this.options.logger.warn(
      { reason: error.message },
      'Redis is unavailable: jobs are recorded and will run when it is back',
    );
  }

  private noteBack(): void {
    if (!this.away) return;
    this.away = false;
    this.options.logger.info('Redis is back');
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
