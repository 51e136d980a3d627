import { eventually, type PrivateServer, startPostgres } from '@svc/testing';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../data/open-data-source';
import type { LeaseHolder } from '../lease';
import { AddLease } from '../migrations/add-lease';
import { PostgresLease } from './postgres-lease';

let postgres: PrivateServer;
let source: DataSource;
const leases: PostgresLease[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
  source = await openDataSource({ service: 'model', url: postgres.url, migrations: [AddLease], poolSize: 2 });
});
afterEach(async () => {
  await Promise.all(leases.splice(0).map((it) => it.stop()));
});
afterAll(async () => {
  await source.destroy();
  await postgres.stop();
});

/** A replica that seeks a lease and notes its terms. */
class Replica implements LeaseHolder {
  eligible = true;
  /** Epochs below are refused. */
  seen = 0;
  readonly epochs: number[] = [];
  holds = false;
  readonly lease: PostgresLease;

  constructor(name: string) {
    this.lease = new PostgresLease({ url: postgres.url, service: 'model', name, report: () => undefined });
    leases.push(this.lease);
  }

  gained(epoch: number): Promise<boolean> {
    const accepted = epoch > this.seen;
    if (accepted) this.epochs.push(epoch);
    this.holds = accepted;
    return Promise.resolve(accepted);
  }

  lost(): Promise<void> {
    this.holds = false;
    return Promise.resolve();
  }
}

function replicas(name: string, count: number): Replica[] {
  const made = Array.from({ length: count }, () => new Replica(name));
  for (const it of made) it.lease.start(it);
  return made;
}

const holding = (all: readonly Replica[]): Replica[] => all.filter((it) => it.holds);

/** The one that holds the lease, once there is one. */
async function holderOf(all: readonly Replica[], but?: Replica): Promise<Replica> {
  await eventually(() => holding(all).some((it) => it !== but));
  const [holder] = holding(all);
  if (holder === undefined) throw new Error('nobody holds the lease');
  return holder;
}

const cut = (name: string): Promise<unknown> =>
  source.query(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
     WHERE a.application_name = $1 AND l.locktype = 'advisory' AND l.granted`,
    [`svc-lease-${name}`],
  );

describe('a lease', () => {
  it('has one holder among all replicas; leases of other names have their own', async () => {
    const [some, others] = [replicas('one', 3), replicas('two', 1)];
    const holder = await holderOf(some);
    await holderOf(others);
    expect(holding(some)).toEqual([holder]);
    expect(holder.lease.state).toBe('held');
  });

  it('passes to another replica when its holder stops, with a higher epoch', async () => {
    const all = replicas('passed', 2);
    const first = await holderOf(all);
    await first.lease.stop();
    const second = await holderOf(all, first);
    expect(first.holds).toBe(false);
    expect(second.epochs[0]).toBeGreaterThan(first.epochs[0] ?? Infinity);
  });

  it('is lost with the connection to Postgres, and its holder is told', async () => {
    const all = replicas('cut', 1);
    const [only] = [await holderOf(all)];
    await cut('cut');
    await eventually(() => only.epochs.length === 2 && only.holds);
    expect(only.epochs[1]).toBeGreaterThan(only.epochs[0] ?? Infinity);
  });

  it('is left to others by whom it would be of no use to', async () => {
    const [out, fit] = [new Replica('fit'), new Replica('fit')];
    out.eligible = false;
    out.lease.start(out);
    fit.lease.start(fit);
    await holderOf([out, fit]);
    expect(out.holds).toBe(false);
  });

  it('comes with an epoch that its work accepts, also when the database was restored from a backup', async () => {
    const restored = new Replica('restored');
    restored.seen = 1_000;
    restored.lease.start(restored);
    await holderOf([restored]);
    expect(restored.epochs[0]).toBeGreaterThan(1_000);
  });
});
