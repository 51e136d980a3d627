import { isSound, runFaults } from './audit-fault-run';

/** The short form of `benchmarks/audit-faults.cjs`: one seed, each kind of fault. */
describe('the audit log under faults', () => {
  it('loses nothing acknowledged, writes nothing twice and never forks, whatever is killed while callers write at full speed', async () => {
    const faults = [
      'kill the writer',
      'cut the lease',
      'kill Postgres',
      'kill the writer',
      'kill a follower',
      'cut the lease',
    ] as const;
    const { checks } = await runFaults({ seed: 20260301, faults, replicas: 2, clients: 16, report: () => undefined });
    expect(checks).toHaveLength(faults.length + 1);
    expect(checks.filter((it) => !isSound(it))).toEqual([]);
    expect(checks.at(-1)?.acknowledged).toBeGreaterThan(faults.length);
  });
});
