import { setTimeout as delay } from 'node:timers/promises';
import { appendAudit, ProblemError } from '@svc/contracts';
import type { RpcClient } from '@svc/platform';
import { GATEWAY } from '../audit-cluster';
import { numbered } from '../audit-entries';
import type { AuditHistory } from './audit-history';

const PATIENCE_MS = 3_000;
const PAUSE_MS = 20;
const MAX_BATCH_SIZE = 20;

/** Clients that append without a pause, as gateways do: each batch is resent unchanged until it is acknowledged. */
export class AuditWriters {
  private readonly watchers = new Set<() => void>();
  private readonly stopping = new AbortController();
  private readonly clients: Promise<unknown>;
  private next = 1;
  private open: Promise<void> = Promise.resolve();
  /** How often a batch was refused or not answered. */
  retries = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly history: AuditHistory,
    clients: number,
    private readonly random: () => number,
  ) {
    this.clients = Promise.all(Array.from({ length: clients }, () => this.client()));
  }

  /** Resolves when this many more entries are acknowledged than now. */
  async progress(entries: number): Promise<void> {
    const goal = this.history.total + entries;
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.history.total < goal) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  /** Lets no client begin another batch until `work` is done; running batches continue. */
  async pausedFor<T>(work: () => Promise<T>): Promise<T> {
    let resume = (): void => undefined;
    this.open = new Promise((resolve) => {
      resume = resolve;
    });
    try {
      return await work();
    } finally {
      resume();
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.clients;
  }

  private async client(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.open;
      const length = 1 + Math.floor(this.random() * MAX_BATCH_SIZE);
      const numbers = Array.from({ length }, (_, at) => this.next + at);
      this.next += length;
      await this.send(numbers);
      for (const watcher of [...this.watchers]) watcher();
    }
  }

  private async send(numbers: readonly number[]): Promise<void> {
    const entries = numbers.map((it) => numbered(it));
    while (!this.stopping.signal.aborted) {
      try {
        const { appended, last_seq } = await this.rpc.call(
          appendAudit,
          { entries },
          { principal: GATEWAY, deadline: Date.now() + PATIENCE_MS },
        );
        return this.history.acknowledge(numbers, last_seq, appended === numbers.length);
      } catch (error) {
        if (
          !(error instanceof ProblemError) ||
          !['unavailable', 'deadline-exceeded', 'overloaded'].includes(error.code)
        )
          throw error;
        this.retries += 1;
        await delay(PAUSE_MS);
      }
    }
  }
}
