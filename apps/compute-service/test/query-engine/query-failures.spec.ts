import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableVersion } from '@svc/contracts';
import { forever, type QueryStack, startQueryStack } from '../query-stack';
import type { QueryAnswer } from '../../src/query-engine/answer/answers';

/** Computes for minutes inside one call of one function, where nothing looks for an interrupt: only killing ends it. */
const DEAF = "SELECT levenshtein(repeat('ab', 500000), repeat('cd', 500000))";
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
  return stack.engine.query({
    sql,
    tables: { t: table },
    parameters: [],
    limit: 10,
    timeoutMs: 60_000,
    caller: 'tester',
    signal: forever,
    ...options,
  });
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

async function untilBusy(running: number, waiting = 0): Promise<void> {
  const isBusy = (): boolean =>
    stack.pools.interactive.load.running >= running && stack.pools.interactive.load.waiting >= waiting;
  while (!isBusy()) await new Promise((resolve) => setImmediate(resolve));
}

/** So wide that the engine gives out the first rows before it has computed the last of ten thousand. */
const WIDE = Array.from({ length: 50 }, (_, n) => `x + ${String(n)} AS c${String(n)}`).join(', ');

describe('a statement that ends after its first rows', () => {
  const wide = (last: string): Promise<QueryAnswer> =>
    stack.engine.query({
      sql: `SELECT ${WIDE}, ${last} AS last FROM range(9500) t(x)`,
      tables: {},
      parameters: [],
      limit: 10_000,
      timeoutMs: 60_000,
      caller: 'tester',
      signal: forever,
    });

  it('says what failed, the second time too, and is not answered with the rows before', async () => {
    const late = "CAST(if(x = 9000, 'bad', '1') AS INTEGER)";
    for (let n = 0; n < 2; n += 1)
      await expect(wide(late)).rejects.toMatchObject({
        code: 'invalid-sql',
        detail: expect.stringMatching(/Could not convert string 'bad'/),
      });
    expect((await wide("CAST(if(x = 9900, 'bad', '1') AS INTEGER)")).rows).toHaveLength(9500);
  });
});

describe('a statement that the engine cannot do', () => {
  it.each([
    [
      'a long value',
      "SELECT repeat('xy', 20000000)::INTEGER",
      /^Conversion Error: Could not convert string 'xyxy[xy]+ …$/,
    ],
    [
      'a long value that may be a path',
      "SELECT repeat('/a', 20000000)::INTEGER",
      /^Conversion Error: Could not convert string '<file> …$/,
    ],
  ])('is refused in few words, whatever it holds, and its worker goes on: %s', async (_, sql, words) => {
    const before = await stack.pools.interactive.pids();
    const refused: unknown = await query(sql).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid-sql', detail: expect.stringMatching(words) });
    expect(refused).toHaveProperty('detail', expect.not.stringMatching(/^[^]{4003}/));
    expect(await stack.pools.interactive.pids()).toEqual(before);
  });
});

describe('a statement that takes too long', () => {
  it('is interrupted, and its worker goes on', async () => {
    const before = await stack.pools.interactive.pids();
    await expect(query(LONG, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'query-timeout',
      detail: expect.stringContaining('after 0.1 s, its time limit'),
    });
    expect(await stack.pools.interactive.pids()).toEqual(before);
  });

  it('is killed with its process when it does not listen, while its neighbour is answered', async () => {
    const before = await stack.pools.interactive.pids();
    const deaf = query(DEAF, { timeoutMs: 100 });
    const outcome = expect(deaf).rejects.toMatchObject({ code: 'query-timeout' });
    expect((await query('SELECT sum(i) FROM t')).rows).toEqual([[499500]]);
    await outcome;
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
    const after = await stack.pools.interactive.pids();
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(1);
    expect(after).toHaveLength(2);
  });

  it('ends at once when its caller goes away, also while it waits for a worker', async () => {
    const callers = Array.from({ length: 4 }, () => new AbortController());
    const running = callers.map((caller) => query(LONG, { signal: caller.signal }));
    await untilBusy(2, 2);
    for (const caller of [...callers].reverse()) caller.abort();
    for (const one of await Promise.allSettled(running))
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'query-cancelled' } });
    expect((await query('SELECT 1')).rows).toEqual([[1]]);
  });
});

describe('a worker', () => {
  it('that is killed from outside costs nobody an answer, and is told of', async () => {
    const crashes: unknown[] = [];
    stack.pools.interactive.onCrash((why) => crashes.push(why));
    const signal = new AbortController();
    const counting = query('SELECT count(*) FROM range(300000000) r(i) WHERE i % 7 = 3 AND sqrt(i) > 1', {
      signal: signal.signal,
    });
    await untilBusy(1);
    const before = await stack.pools.interactive.pids();
    for (const pid of before) process.kill(await innermost(pid), 'SIGKILL');
    expect((await counting).rows).toEqual([[42857143]]);
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
    expect(await stack.pools.interactive.pids()).not.toEqual(before);
    expect(crashes).toEqual([expect.objectContaining({ name: 'WorkerDied' })]);
  });

  it('that dies of the same statement twice fails that statement only', async () => {
    const doomed = query(LONG);
    const outcome = expect(doomed).rejects.toMatchObject({ code: 'unavailable' });
    await untilBusy(1);
    const first = await killWorkers(new Set());
    await killWorkers(first);
    await outcome;
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
  });

  it('may not take more memory than it was given, and leaves its worker to nobody', async () => {
    const before = await stack.pools.interactive.pids();
    await expect(
      query("SELECT len(list(i)) FROM (SELECT i::VARCHAR || repeat('x', 1000) AS i FROM range(10000000) r(i))"),
    ).rejects.toMatchObject({ code: 'query-out-of-memory' });
    expect((await stack.pools.interactive.pids()).filter((pid) => before.includes(pid))).toHaveLength(
      before.length - 1,
    );
    expect((await query('SELECT count(*) FROM t')).rows).toEqual([[1000]]);
  });

  it('sees no network, no host files, no environment, and only the table it was given', async () => {
    await query('SELECT count(*) FROM t');
    await stack.table('SELECT 1 AS not_for_this_query');
    for (const pid of await stack.pools.interactive.pids()) {
      const inside = await innermost(pid);
      expect(await readFile(`/proc/${String(inside)}/environ`, 'utf8')).not.toMatch(/SVC|HOME|TOKEN|PASSWORD/);
      // A network of its own, from which no route leads anywhere, whatever devices this kernel puts into a new one.
      expect(await readlink(`/proc/${String(inside)}/ns/net`)).not.toBe(await readlink('/proc/self/ns/net'));
      expect((await readFile(`/proc/${String(inside)}/net/route`, 'utf8')).trim().split('\n').slice(1)).toEqual([]);
      expect(await readdir(join('/proc', String(inside), 'root/etc'))).toEqual(['ld.so.cache']);
      // A checkout below /home is seen as an empty path down to the worker's own code.
      expect(existsSync(join('/proc', String(inside), 'root', __dirname, '../../package.json'))).toBe(false);
      const objects = await readdir(join('/proc', String(inside), 'root', stack.root, 'warehouse'));
      expect(objects).toEqual(['scratch']);
    }
  });

  it('lets go of the files that a statement read when it ends', async () => {
    const [pid = -1] = await stack.pools.interactive.pids();
    const descriptors = async () => (await readdir(`/proc/${String(await innermost(pid))}/fd`)).length;
    const before = await descriptors();
    for (let n = 0; n < 60; n += 1) await query(`SELECT count(*) + ${String(n)} FROM t`);
    expect(await descriptors()).toBeLessThan(before + 10);
  });

  it('answers "overloaded" at once when too many wait', async () => {
    const caller = new AbortController();
    const queued = Array.from({ length: 4 }, () => query(LONG, { signal: caller.signal }));
    const endings = Promise.allSettled(queued);
    await untilBusy(2, 2);
    await expect(query('SELECT 1')).rejects.toMatchObject({ code: 'overloaded', facts: { retryAfter: 2 } });
    caller.abort();
    await endings;
  });

  it('runs without a sandbox of its own where the operator says that the container is one', async () => {
    const open = await startQueryStack({ bubblewrap: null });
    const one = await open.table('SELECT 1 AS a');
    const answer = await open.engine.query({
      sql: 'FROM t',
      tables: { t: one },
      parameters: [],
      limit: 1,
      timeoutMs: 120_000,
      caller: 'tester',
      signal: forever,
    });
    expect(answer.rows).toEqual([[1]]);
    await expect(
      open.engine.query({
        sql: 'FROM missing',
        tables: { t: one },
        parameters: [],
        limit: 1,
        timeoutMs: 120_000,
        caller: 'tester',
        signal: forever,
      }),
    ).rejects.toMatchObject({ code: 'invalid-sql' });
    await open.stop();
  });

  it('that cannot start says why, and nothing is left running', async () => {
    await expect(startQueryStack({ code: '/nowhere' })).rejects.toThrow(/nowhere/);
    await expect(startQueryStack({ bubblewrap: '/usr/bin/false' })).rejects.toThrow(/ended/);
  });
});
