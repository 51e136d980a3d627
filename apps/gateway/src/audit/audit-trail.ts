import { setTimeout as delay } from 'node:timers/promises';
import type { AuditEntry } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';
import type { AuditLog } from './audit.ports';

/** Entries per message; it stays below 256 KiB. */
const BATCH = 300;
/** How long a request waits for its record before it is answered `unavailable`. */
const PATIENCE_MS = 3_000;
/** When the oldest record has waited for this fraction of it, new work is refused; shorter outages (a new writer takes over) go unnoticed. */
const STUCK = 1 / 3;
/** Records kept while the log is unreachable; beyond that the oldest are dropped, and counted. */
const BACKLOG = 20_000;
const PAUSES_MS = [20, 50, 100, 200, 400, 1_000] as const;

interface Waiting {
  readonly entry: AuditEntry;
  readonly since: number;
  readonly written: () => void;
}

/**
 * The audit records of this gateway. Concurrent requests share messages: while one batch is being written the next
 * one fills, so a single request does not wait and a busy gateway sends few messages.
 *
 * An accepted record is retried until it is written. While the log is unreachable, {@link AuditTrail.refuseIfAway} refuses
 * new work that could not be recorded.
 */
export class AuditTrail {
  private queue: Waiting[] = [];
  private sending: Promise<void> | null = null;
  private failures = 0;
  private closed = false;
  /** Records dropped because the log was unreachable for too long. */
  dropped = 0;

  constructor(
    private readonly log: AuditLog,
    private readonly now: () => number,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** True while nothing can be written: records are stuck, or the next one would certainly be. */
  get away(): boolean {
    const [oldest] = this.queue;
    return !this.log.reachable || (oldest !== undefined && this.now() - oldest.since > this.patienceMs * STUCK);
  }

  get backlog(): number {
    return this.queue.length;
  }

  /** Refuses a request that could not be recorded now, before anything is done. */
  refuseIfAway(): void {
    if (this.away) throw unrecorded();
  }

  /** Resolves once the entry is durably written; rejects with `unavailable` when that takes too long. It is still retried then. */
  async record(entry: AuditEntry): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const written = new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(unrecorded()), this.patienceMs);
      this.take(entry, resolve);
    });
    try {
      await written;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Queues the entry without waiting (`AUDIT_MODE=best-effort`). */
  follow(entry: AuditEntry): void {
    this.take(entry, () => undefined);
  }

  /** Waits until every queued entry is written, at most `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const late = new AbortController();
    await Promise.race([this.sending, delay(graceMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    this.closed = true;
  }

  private take(entry: AuditEntry, written: () => void): void {
    this.queue.push({ entry, written, since: this.now() });
    if (this.queue.length > BACKLOG) {
      this.queue.shift();
      this.dropped += 1;
    }
    this.sending ??= this.drain();
  }

  private async drain(): Promise<void> {
    // Requests that arrived in the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.queue.length > 0 && !this.closed) {
      const batch = this.queue.slice(0, BATCH);
      if (!(await this.send(batch))) continue;
      // The oldest may have been dropped meanwhile, so remove exactly what was sent.
      const sent = new Set(batch);
      this.queue = this.queue.filter((it) => !sent.has(it));
      for (const { written } of batch) written();
    }
    // In the same turn as the last check of the queue: a later record must start the next drain.
    this.sending = null;
  }

  private async send(batch: readonly Waiting[]): Promise<boolean> {
    try {
      await this.log.append(batch.map(({ entry }) => entry));
      this.failures = 0;
      return true;
    } catch {
      const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)] ?? 1_000;
      this.failures += 1;
      await delay(pause);
      return false;
    }
  }
}

function unrecorded(): ProblemError {
  return new ProblemError(
    'unavailable',
    'The audit log cannot be written, so nothing may be served. Try again in a moment.',
    { retryAfter: 5 },
  );
}
