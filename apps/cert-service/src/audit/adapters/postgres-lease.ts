import { Client } from 'pg';
import { z } from 'zod';

const RETRY_MS = 500;

export interface LeaseHolder {
  /** The lease is ours; no earlier holder had this epoch or a higher one. */
  gained(epoch: number): Promise<void>;
  /** It is not ours any more: nothing may be done under it after this call. */
  lost(): Promise<void>;
}

/**
 * One holder at a time among all replicas: a session lock in Postgres, so that a holder that dies or is cut off loses
 * it with its connection. Each term has an epoch that only ever grows, with which the holder's work can be fenced.
 */
export class PostgresLease {
  private client: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly holder: LeaseHolder,
    private readonly report: (error: unknown) => void,
  ) {}

  start(): void {
    this.schedule(0);
  }

  /** Gives the lease back and stops asking for it. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.turn;
    await this.release();
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.turn = this.tryToHold().catch(this.report).finally(() => { if (this.client === null) this.schedule(RETRY_MS); });
    }, delay);
  }

  private async tryToHold(): Promise<void> {
    const client = new Client({ connectionString: this.url, application_name: 'svc-audit-lease', connectionTimeoutMillis: 3000, keepAlive: true });
    let connected = false;
    const ended = (): void => { if (connected && this.client === client) void this.release().finally(() => { this.schedule(RETRY_MS); }); };
    client.on('error', ended);
    client.on('end', ended);
    try {
      await client.connect();
      connected = true;
      const epoch = await this.lock(client);
      if (epoch === null) return await client.end();
      this.client = client;
      await this.holder.gained(epoch);
    } catch (error) {
      if (this.client === client) await this.release();
      else await client.end().catch(this.report);
      throw error;
    }
  }

  private async lock(client: Client): Promise<number | null> {
    const asked = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [this.name]);
    const [{ held }] = z.tuple([z.object({ held: z.boolean() })]).parse(asked.rows);
    if (!held) return null;
    const counted = await client.query(
      'INSERT INTO cert.lease (name, epoch) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET epoch = cert.lease.epoch + 1 RETURNING epoch::int', [this.name]);
    return z.tuple([z.object({ epoch: z.int() })]).parse(counted.rows)[0].epoch;
  }

  private async release(): Promise<void> {
    const client = this.client;
    if (client === null) return;
    this.client = null;
    await this.holder.lost();
    await client.end().catch(this.report);
  }
}
