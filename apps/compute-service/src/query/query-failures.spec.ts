import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableVersion } from '@svc/contracts';
import { forever, type QueryStack, startQueryStack } from '../../test/query-stack';
import type { QueryAnswer } from './answers';

/** Computes for minutes and never looks whether it was interrupted: the case for which killing is the only end. */
const DEAF = 'SELECT count(*) FROM (SELECT unnest(range(100000000)) AS i) JOIN (SELECT unnest(range(100000000)) AS i) USING (i)';
/** Computes for minutes and ends when interrupted. */
const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

let stack: QueryStack;
let table: TableVersion;

beforeAll(async () => {
  stack = await startQueryStack({ poolSize: 2, queue: 2, graceMs: 300 });
  table = await stack.table('SELECT range AS i FROM range(1000)');
});
afterAll(() => stack.stop());

function query(sql: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<QueryAnswer> {
  return stack.engine.query({ sql, tables: { t: table }, parameters: [], limit: 10, timeoutMs: 60_000, signal: forever, ...options });
}

/** The process that runs DuckDB: the innermost one under the sandbox. */
async function innermost(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')).trim();
  return children === '' ? pid : innermost(Number(children.split(' ')[0]));
}

/** Kills every worker that was not killed before; waits until there is one. */
async function killWorkers(killed: ReadonlySet<number>): Promise<Set<number>> {
  for (;;) {
    const alive = (await stack.pools.interactive.pids()).filter((pid) => !killed.has(pid));
    for (const pid of alive) process.kill(pid, 'SIGKILL');
    if (alive.length > 0) return new Set(alive);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function untilRunning(count: number): Promise<void> {
  while (stack.pools.interactive.load.running < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('a statement that takes too long', () => {
  it('is interrupted, and its worker goes on', async () => {
    const before = await stack.pools.interactive.pids();
    await expect(query(LONG, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'query-timeout' });
    expect(await stack.pools.interactive.pids()).toEqual(before);
  });

  it('is killed with its process when it does not listen, while its neighbour is answered', async () => {
    const before = new Set(await stack.pools.interactive.pids());
    const deaf = query(DEAF, { timeoutMs: 100 });
    const outcome = expect(deaf).rejects.toMatchObject({ code: expect.stringMatching(/^query-(timeout|out-of-memory)$/) });
    expect((await query('SELECT sum(i) FROM t')).rows).toEqual([[499500]]);
    await outcome;
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
    expect((await stack.pools.interactive.pids()).length).toBe(before.size);
  });

  it('ends at once when its caller goes away, also while it waits for a worker', async () => {
    const callers = Array.from({ length: 4 }, () => new AbortController());
    const running = callers.map((caller) => query(LONG, { signal: caller.signal }));
    await untilRunning(2);
    expect(stack.pools.interactive.load).toEqual({ running: 2, waiting: 2 });
    for (const caller of [...callers].reverse()) caller.abort();
    for (const one of await Promise.allSettled(running)) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'query-cancelled' } });
    expect((await query('SELECT 1')).rows).toEqual([[1]]);
  });
});

describe('a worker', () => {
  it('that is killed from outside costs nobody an answer', async () => {
    const signal = new AbortController();
    const counting = query('SELECT count(*) FROM range(300000000) r(i) WHERE i % 7 = 3 AND sqrt(i) > 1', { signal: signal.signal });
    await untilRunning(1);
    const before = await stack.pools.interactive.pids();
    for (const pid of before) process.kill(await innermost(pid), 'SIGKILL');
    expect((await counting).rows).toEqual([[42857143]]);
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
    expect(await stack.pools.interactive.pids()).not.toEqual(before);
  });

  it('that dies of the same statement twice fails that statement only', async () => {
    const doomed = query(LONG);
    const outcome = expect(doomed).rejects.toMatchObject({ code: 'unavailable' });
    await untilRunning(1);
    const first = await killWorkers(new Set());
    await killWorkers(first);
    await outcome;
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
  });

  it('may not take more memory than it was given', async () => {
    await expect(query('SELECT len(list(i)) FROM (SELECT i::VARCHAR || repeat(\'x\', 1000) AS i FROM range(10000000) r(i))')).rejects.toMatchObject({ code: 'query-out-of-memory' });
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
  });

  it('sees no network, no host files, no environment, and only the table it was given', async () => {
    await query('SELECT count(*) FROM t');
    await stack.table('SELECT 1 AS not_for_this_query');
    for (const pid of await stack.pools.interactive.pids()) {
      const inside = await innermost(pid);
      expect(await readFile(`/proc/${String(inside)}/environ`, 'utf8')).not.toMatch(/SVC|HOME|TOKEN|PASSWORD/);
      const devices = (await readFile(`/proc/${String(inside)}/net/dev`, 'utf8')).split('\n').slice(2).filter((line) => line.trim() !== '');
      expect(devices).toHaveLength(1);
      const root = execFileSync('ls', [`/proc/${String(inside)}/root`], { encoding: 'utf8' }).trim().split('\n');
      expect(root).not.toContain('etc');
      expect(root).not.toContain('home');
      const objects = await readdir(join('/proc', String(inside), 'root', stack.root, 'warehouse'));
      expect(objects).toEqual(['scratch']);
    }
  });

  it('answers "overloaded" at once when too many wait', async () => {
    const caller = new AbortController();
    const queued = Array.from({ length: 4 }, () => query(LONG, { signal: caller.signal }));
    const endings = Promise.allSettled(queued);
    await expect(query('SELECT 1')).rejects.toMatchObject({ code: 'overloaded', facts: { retryAfter: 2 } });
    caller.abort();
    await endings;
  });
});
