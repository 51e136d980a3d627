import { casesOf, eventually } from '@svc/testing';
import { FactCluster, type FactReplica } from '../../test/leased-fact/fact-cluster';
import { KEYS } from '../../test/leased-fact/fact-cluster-options';
import { drawn, type Draw } from '../../test/leased-fact/drawn';

/** Short, so that many run out; how busy the machine is does not matter to what may not happen. */
const TERMS = { leaseMs: 300, marginMs: 60 };
const SEED = Number(process.env['SEED'] ?? 16);
const MINUTES = 20 * 60_000;

let cluster: FactCluster;
beforeEach(async () => {
  cluster = await FactCluster.start(TERMS);
});
afterEach(() => cluster.stop());

/** What may happen to a replica, and how it ends. */
const FAULTS: readonly ((replica: FactReplica) => () => Promise<unknown> | undefined)[] = [
  () => () => undefined,
  ({ line }) => {
    line.freeze();
    return () => void line.heal();
  },
  ({ line }) => {
    line.cut();
    return () => void line.heal();
  },
  ({ line }) => {
    line.delay(150);
    return () => void line.heal();
  },
  ({ child }) => {
    child.kill('SIGSTOP');
    return () => void child.kill('SIGCONT');
  },
  (replica) => {
    replica.child.kill('SIGKILL');
    return () => cluster.replace(replica);
  },
];

/** Something happens to some replica; facts change meanwhile, by any of the owners. */
async function round(draw: Draw): Promise<void> {
  const victim = draw.of([...cluster.owners, ...cluster.holders]);
  const heal = draw.of(FAULTS)(victim);
  const changes = Array.from({ length: 1 + draw.below(3) }, () => {
    const by = draw.of(cluster.owners);
    return { by, made: by.change(draw.of(KEYS)) };
  });
  // One whose owner stands still ends when that goes on.
  const others = changes.filter(({ by }) => by !== victim).map(({ made }) => made);
  if (draw.below(2) === 0) await Promise.all(others);
  await heal();
  await Promise.all(changes.map(({ made }) => made));
}

describe('leased facts, in processes on real NATS and Postgres', () => {
  it(
    'are never answered from before an acknowledged change to what begins after it, whatever happens to replicas and lines',
    async () => {
      await Promise.all([cluster.addOwner(), cluster.addOwner(), cluster.addHolder(), cluster.addHolder()]);
      const draw = drawn(SEED);
      for (let n = 0; n < casesOf(100); n += 1) await round(draw);
      const before = cluster.history.checked;
      await eventually(() => cluster.history.checked > before);
      expect({ seed: SEED, stale: cluster.history.stale() }).toEqual({ seed: SEED, stale: [] });
    },
    MINUTES,
  );

  it(
    'are found to be stale when a holder uses them for longer than its owner waits',
    async () => {
      const [owner, holder] = await Promise.all([
        cluster.addOwner(),
        cluster.addHolder({ ...TERMS, leaseMs: 3_600_000 }),
      ]);
      await eventually(() => holder.hits > 0);
      holder.line.freeze();
      // It holds one of them; what it asks for from now on is never answered.
      await Promise.all(KEYS.map((key) => owner.change(key)));
      await eventually(() => cluster.history.stale().length > 0);
      expect(cluster.history.stale()[0]).toMatchObject({ version: 0, acknowledged: 1 });
    },
    MINUTES,
  );
});
