import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, isTerminal, ProblemError } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { admin, stackStatus } from './stack';

/** A call that takes longer than this has hung: every deadline on its way is shorter. */
const HANGS_AFTER_MS = 30_000;

describe('kill -9 of one process while clients call', () => {
  let client: Client;
  const acknowledged = { tokens: new Set<string>(), jobs: new Set<string>() };
  const outcomes = { served: 0, away: 0 };
  const faults: string[] = [];
  let calling = true;
  let traffic: Promise<unknown>;

  beforeAll(async () => {
    client = await admin();
    traffic = Promise.all([...Array(4).keys()].map((caller) => callForever(caller)));
  });

  afterAll(async () => {
    calling = false;
    await traffic;
  });

  async function callForever(caller: number): Promise<void> {
    for (let turn = 0; calling; turn++) {
      await attempt(async () => {
        const name = `chaos-${caller}-${turn}`;
        await client.createToken({ body: { name, role: 'viewer', expires_in_days: 1 } });
        acknowledged.tokens.add(name);
      });
      await attempt(() =>
        client.queryMetric({ params: { name: 'departures' }, body: { grain: 'month' } }).then(({ rows }) => {
          expect(rows).toHaveLength(12);
        }),
      );
      if (turn % 20 === 0) {
        await attempt(async () => {
          const job = await client.runDerivation({ params: { name: 'older_aircraft' }, body: { force: true } });
          acknowledged.jobs.add(job.id);
        });
      }
      await delay(25);
    }
  }

  /** Success, or an honest "not now", in time; anything else is a fault. While what runs jobs is gone, the caller's twenty fill up: 429. */
  async function attempt(call: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    try {
      await call();
      outcomes.served += 1;
    } catch (error) {
      if (
        error instanceof ProblemError &&
        ['unavailable', 'overloaded', 'deadline-exceeded', 'quota-exceeded'].includes(error.code)
      )
        outcomes.away += 1;
      else faults.push(String(error));
    }
    const took = performance.now() - begun;
    if (took > HANGS_AFTER_MS) faults.push(`a call took ${Math.round(took)} ms`);
  }

  async function recovered(name: string, restartsBefore: number): Promise<void> {
    await eventually(async () => {
      const { processes } = await stackStatus();
      const victim = processes.find((it) => it.name === name);
      return (
        processes.every((it) => it.state === 'ready') && (victim?.restarts ?? 0) > restartsBefore && (await serves())
      );
    });
  }

  const serves = (): Promise<boolean> =>
    client.queryMetric({ params: { name: 'departures' }, body: {} }).then(
      () => true,
      () => false,
    );

  it.each(['gateway', 'cert', 'compute', 'metrics', 'nats', 'redis', 'postgres'])(
    '%s: it comes back, and calls succeed again',
    async (name) => {
      const victim = (await stackStatus()).processes.find((it) => it.name.includes(name));
      expect(victim?.pid).toBeGreaterThan(1);
      process.kill(victim?.pid ?? -1, 'SIGKILL');
      await recovered(victim?.name ?? name, victim?.restarts ?? 0);
    },
  );

  it('a query worker: only its own query notices', async () => {
    const compute = (await stackStatus()).processes.find((it) => it.name.includes('compute'));
    const workers = childrenOf(compute?.pid ?? -1).filter((pid) => commandOf(pid).includes('query'));
    expect(workers.length).toBeGreaterThan(0);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await eventually(serves);
  });

  it('every caller got success, 503, or 429 while all jobs it may have wait for what was killed, and none hung', async () => {
    calling = false;
    await traffic;
    expect(faults).toEqual([]);
    expect(outcomes.served).toBeGreaterThan(50);
  });

  it('nothing acknowledged is lost and no effect is doubled', async () => {
    const { items } = await client.listTokens();
    const counts = new Map<string, number>();
    for (const { name } of items.filter((it) => it.name.startsWith('chaos-')))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    expect([...acknowledged.tokens].filter((name) => counts.get(name) !== 1)).toEqual([]);
    expect([...counts.values()].filter((count) => count > 1)).toEqual([]);
  });

  it('every acknowledged run ends, and is in the history once', async () => {
    for (const id of acknowledged.jobs) expect(isTerminal((await client.waitForJob(id)).state)).toBe(true);
    const { items } = await client.listRuns({ params: { name: 'older_aircraft' }, query: { limit: 500 } });
    const ids = items.map((it) => it.id);
    for (const id of acknowledged.jobs) expect(ids.filter((it) => id.endsWith(it)).length).toBe(1);
  });

  it('the audit chain verifies', async () => {
    expect(await client.verifyAudit()).toMatchObject({ state: 'intact' });
  });
});

/** Process ids whose parent is `pid`. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((it) => /^\d+$/.test(it))
    .map(Number)
    .filter((it) => parentOf(it) === pid);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
