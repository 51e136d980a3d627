import { parseLogKey } from '@svc/audit-chain';
import { AUDIT_LOG_KEY } from '../../../src/audit/audit.ports';
import { AuditCluster } from '../audit-cluster';
import { AuditHistory, type HistoryCheck } from './audit-history';
import type { ReplicaChild } from '../audit-replica-child';
import { AuditWriters } from './audit-writers';

export type Fault = 'kill the writer' | 'kill a follower' | 'cut the lease' | 'kill Postgres';

export interface FaultRunOptions {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly replicas: number;
  readonly clients: number;
  /** Called after each fault. */
  readonly report: (round: number, fault: Fault, check: HistoryCheck) => void;
}

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** True if the log is exactly what its callers were told. */
export function isSound({ lost, duplicated, misplaced, outcome, consistent }: HistoryCheck): boolean {
  return (
    lost === 0 && duplicated === 0 && misplaced === 0 && consistent && (outcome === 'intact' || outcome === 'grown')
  );
}

/** Replicas in processes of their own, callers at full speed, and one fault after the other; after each the log is compared with what callers were told. */
export async function runFaults(
  options: FaultRunOptions,
): Promise<{ readonly checks: HistoryCheck[]; readonly retries: number }> {
  const cluster = await AuditCluster.start();
  try {
    return await new FaultRun(cluster, options).run();
  } finally {
    await cluster.stop();
  }
}

class FaultRun {
  private readonly random: () => number;
  private replicas: ReplicaChild[] = [];

  constructor(
    private readonly cluster: AuditCluster,
    private readonly options: FaultRunOptions,
  ) {
    this.random = seeded(options.seed);
  }

  async run(): Promise<{ checks: HistoryCheck[]; retries: number }> {
    const logKey = await this.logKey();
    this.replicas = await Promise.all(Array.from({ length: this.options.replicas }, () => this.start()));
    const history = new AuditHistory(this.cluster.auditDirectory, logKey);
    const writers = new AuditWriters(this.cluster.rpc, history, this.options.clients, this.random);
    const checks: HistoryCheck[] = [];
    for (const [round, fault] of this.options.faults.entries()) {
      await writers.progress(1 + Math.floor(this.random() * 1_000));
      await this.inject(fault);
      await writers.progress(1);
      const check = await writers.pausedFor(() => history.check());
      checks.push(check);
      this.options.report(round, fault, check);
    }
    await writers.stop();
    checks.push(await history.check());
    return { checks, retries: writers.retries };
  }

  private async inject(fault: Fault): Promise<void> {
    switch (fault) {
      case 'kill the writer':
        return this.kill((a, b) => b.epoch - a.epoch);
      case 'kill a follower':
        return this.kill((a, b) => a.epoch - b.epoch);
      case 'cut the lease':
        return void (await this.cluster.cutLease());
      case 'kill Postgres':
        await this.cluster.postgres.kill();
        return this.cluster.postgres.restart();
    }
  }

  /** Another one is started in its place. */
  private async kill(order: (a: ReplicaChild, b: ReplicaChild) => number): Promise<void> {
    const [victim] = [...this.replicas].sort(order);
    if (victim === undefined) return;
    await victim.end('SIGKILL');
    this.replicas = this.replicas.filter((it) => it !== victim);
    this.replicas.push(await this.start());
  }

  private start(): Promise<ReplicaChild> {
    return this.cluster.child({
      SVC_AUDIT_SEGMENT_BYTES: '262144',
      SVC_CHECKPOINT_RECORDS: '500',
      SVC_CHECKPOINT_SECONDS: '1',
      SVC_MAX_CONCURRENCY: '2000',
    });
  }

  /** A replica in this process makes the keys that the others then share. */
  private async logKey() {
    const first = await this.cluster.replica();
    const key = parseLogKey(first.app.get<string>(AUDIT_LOG_KEY));
    await first.stop();
    return key;
  }
}
