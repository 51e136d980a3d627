import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import type { ServiceName } from '@svc/contracts';
import type { Lease, LeaseHolder, LeaseState } from '../lease';

/** How often a replica asks for a lease that another one holds. */
const SEEK_MS = 200;
/** After Postgres could not be reached. */
const RETRY_MS = 500;
/** After the holder could not begin: it keeps the lease so long, lest the replicas take turns at failing. */
const FAILED_MS = 2_000;
/** The holder says so often that it is alive; one that is silent for longer than this loses its session to Postgres. */
const BEAT_MS = 1_000;
const SILENCE_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;
const MAX_LEAP = 65_536;

export interface LeaseOptions {
  readonly url: string;
  /** Whose schema keeps the epochs. */
  readonly service: ServiceName;
  /** Once in the whole database, whichever service seeks it. */
  readonly name: string;
  /** Told of every failure; the lease is sought again by itself. */
  readonly report: (error: unknown) => void;
}

/**
 * One holder at a time among all replicas: a session lock in Postgres, so that a holder that dies, is cut off or freezes
 * loses it with its session. Each term has an epoch that only ever grows, with which the holder's work can be fenced; for a
 * holder that was cut off may not know it yet when the next one begins.
 */
export class PostgresLease implements Lease {
  private readonly stopping = new AbortController();
  private term = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private current: LeaseState = 'sought';
  private leap = 1;

  constructor(private readonly options: LeaseOptions) {}

  get state(): LeaseState {
    return this.current;
  }

  start(holder: LeaseHolder): void {
    this.running = this.run(holder);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.term.abort();
    await this.running;
    this.current = 'away';
  }

  stepDown(): void {
    if (this.current === 'held') this.term.abort();
  }

  private async run(holder: LeaseHolder): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.term = new AbortController();
      try {
        await this.session(this.term, holder);
      } catch (error) {
        this.current = 'away';
        this.options.report(error);
        await pause(RETRY_MS, this.stopping.signal);
      }
    }
  }

  private async session(term: AbortController, holder: LeaseHolder): Promise<void> {
    const client = new Client({
      connectionString: this.options.url,
      application_name: `svc-lease-${this.options.name}`,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      options: `-c idle_session_timeout=${SILENCE_MS}`,
    });
    // An error ends the connection too; without a listener it would end the process.
    client.on('error', () => term.abort()).on('end', () => term.abort());
    try {
      await client.connect();
      this.current = 'sought';
      const epoch = await this.seek(client, term.signal, holder);
      if (epoch !== null) await this.hold(client, epoch, term.signal, holder);
    } finally {
      await Promise.race([client.end().catch(this.options.report), delay(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    }
  }

  private async seek(client: Client, over: AbortSignal, holder: LeaseHolder): Promise<number | null> {
    while (!over.aborted) {
      if (!holder.eligible) await client.query('SELECT 1');
      else if (await tryLock(client, this.options.name)) return nextEpoch(client, this.options, this.leap);
      await pause(SEEK_MS, over);
    }
    if (!this.stopping.signal.aborted) throw new Error('the connection that seeks the lease ended');
    return null;
  }

  private async hold(client: Client, epoch: number, over: AbortSignal, holder: LeaseHolder): Promise<void> {
    try {
      const accepted = await this.begin(epoch, holder);
      // A database restored from a backup counts from too low: each refusal leaps further.
      this.leap = accepted ? 1 : Math.min(this.leap * 2, MAX_LEAP);
      if (!accepted) return;
      this.current = 'held';
      while (!over.aborted && holder.eligible && (await isAlive(client))) await pause(BEAT_MS, over);
    } finally {
      if (this.current === 'held') this.current = 'sought';
      await holder.lost();
    }
  }

  private async begin(epoch: number, holder: LeaseHolder): Promise<boolean> {
    try {
      return await holder.gained(epoch);
    } catch (error) {
      this.current = 'away';
      await pause(FAILED_MS, this.stopping.signal);
      throw error;
    }
  }
}

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [name]);
  return z.tuple([z.object({ held: z.boolean() })]).parse(rows)[0].held;
}

async function nextEpoch(client: Client, { service, name }: LeaseOptions, leap: number): Promise<number> {
  const { rows } = await client.query(
    `
    INSERT INTO ${service}.lease AS lease (name, epoch) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET epoch = lease.epoch + excluded.epoch RETURNING epoch`,
    [name, leap],
  );
  return z.tuple([z.object({ epoch: z.coerce.number().int() })]).parse(rows)[0].epoch;
}

async function isAlive(client: Client): Promise<boolean> {
  return client.query('SELECT 1').then(
    () => true,
    () => false,
  );
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
