import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { FaultyProxy, type PrivateServer, startNats, startPostgres } from '@svc/testing';
import { z } from 'zod';
import type { LeaseTerms } from '../../src/leased-fact/lease-terms';
import type { ReplicaOptions } from './fact-cluster-options';
import { FactHistory, readings } from './fact-history';

const news = z.union([
  z.literal('ready'),
  z.object({ waited: z.number(), by: z.string() }),
  z.object({ changed: z.string(), id: z.int(), version: z.int(), at: z.string() }),
  z.object({ failed: z.int() }),
  z.object({ read: z.array(readings), hits: z.int(), asked: z.int() }),
]);

/** A process of a replica, and the line between it and NATS. */
export class FactReplica {
  hits = 0;
  asked = 0;
  private readonly waiting = new Map<number, () => void>();
  private sent = 0;

  private constructor(
    readonly child: ChildProcess,
    readonly line: FaultyProxy,
    private readonly cluster: FactCluster,
  ) {
    child.on('message', (it) => this.hear(news.parse(it)));
    child.on('exit', () => {
      for (const answered of this.waiting.values()) answered();
    });
  }

  static async start(options: Omit<ReplicaOptions, 'nats'>, cluster: FactCluster): Promise<FactReplica> {
    const line = await FaultyProxy.start(cluster.nats.port);
    const given: ReplicaOptions = { ...options, nats: `nats://127.0.0.1:${String(line.port)}` };
    const child = fork(join(__dirname, 'fact-replica-process.ts'), [JSON.stringify(given)], {
      execArgv: ['-r', join(__dirname, '..', 'run-typescript.js')],
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`a replica ended with ${String(code)}`)));
    });
    const replica = new FactReplica(child, line, cluster);
    await ready;
    return replica;
  }

  /** Resolves when the change is acknowledged, or never will be. */
  change(key: string): Promise<void> {
    this.sent += 1;
    const id = this.sent;
    return new Promise((resolve) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) return resolve();
      this.waiting.set(id, resolve);
      this.child.send({ change: key, id });
    });
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.line.stop();
  }

  private hear(it: z.output<typeof news>): void {
    if (it === 'ready') return;
    if ('waited' in it) this.cluster.waits.push(it.waited);
    if ('read' in it) {
      this.cluster.history.note(it.read);
      [this.hits, this.asked] = [it.hits, it.asked];
    }
    if ('changed' in it) this.cluster.history.acknowledge(it.changed, it.version, BigInt(it.at));
    if ('changed' in it) this.answered(it.id);
    if ('failed' in it) this.answered(it.failed);
  }

  private answered(id: number): void {
    this.waiting.get(id)?.();
    this.waiting.delete(id);
  }
}

/** Replicas of an owner and of a holder of facts, on real NATS and Postgres, and the history of all that they do. */
export class FactCluster {
  readonly history = new FactHistory();
  /** What changes waited, in milliseconds. */
  readonly waits: number[] = [];
  readonly owners: FactReplica[] = [];
  readonly holders: FactReplica[] = [];

  private constructor(
    readonly nats: PrivateServer,
    private readonly postgres: PrivateServer,
    private readonly terms: LeaseTerms,
  ) {}

  static async start(terms: LeaseTerms): Promise<FactCluster> {
    const [nats, postgres] = await Promise.all([startNats(), startPostgres({ fsync: false })]);
    return new FactCluster(nats, postgres, terms);
  }

  async addOwner(): Promise<FactReplica> {
    const replica = await FactReplica.start({ role: 'cert', postgres: this.postgres.url, terms: this.terms }, this);
    this.owners.push(replica);
    return replica;
  }

  async addHolder(holderTerms = this.terms): Promise<FactReplica> {
    const options = { role: 'metrics' as const, postgres: this.postgres.url, terms: this.terms, holderTerms };
    const replica = await FactReplica.start(options, this);
    this.holders.push(replica);
    return replica;
  }

  /** A replica of the same kind, for one that ended. */
  async replace(ended: FactReplica): Promise<FactReplica> {
    const owned = this.owners.indexOf(ended);
    if (owned >= 0) this.owners.splice(owned, 1);
    else this.holders.splice(this.holders.indexOf(ended), 1);
    await ended.stop();
    return owned >= 0 ? this.addOwner() : this.addHolder();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.owners, ...this.holders].map((it) => it.stop()));
    await Promise.all([this.nats.stop(), this.postgres.stop()]);
  }
}
