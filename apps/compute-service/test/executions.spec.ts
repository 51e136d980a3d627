import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import {
  cancelJob,
  describeProject,
  executionResult,
  type ExecutionResult,
  getJob,
  type Job,
  queryTables,
  resolveDatasets,
  startExecution,
  type TableVersion,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { eventually, type RunningService } from '@svc/testing';
import { type ComputeHarness, EDITOR, startCompute } from './compute-harness';
import { type Execution, executionOver } from './execution-over';

let harness: ComputeHarness;
let replica: RunningService;
let flights: TableVersion;
const asEditor = { principal: EDITOR };

beforeAll(async () => {
  harness = await startCompute();
  replica = await harness.start();
  await harness.register('carrier,delay\nUA,1.5\nAA,4\nB6,-3\n', 'flights.csv', { name: 'flights' });
  const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['flights'] }, asEditor);
  const found = datasets['flights']?.version;
  if (found === undefined) throw new Error('flights is not there');
  flights = found;
});
afterAll(() => harness.stop(), 30_000);

const execution = (body: string, more: Partial<Execution> = {}): Execution => executionOver(flights, body, more);

const start = (request: Execution): Promise<Job> =>
  harness.gateway.call(startExecution, request, asEditor, { retry: true });
const now = (job: Job): Promise<Job> => harness.gateway.call(getJob, { params: { id: job.id }, query: {} }, asEditor);
const ended = (job: Job): Promise<Job> => waitForJob(harness.gateway, job.id, asEditor);

async function run(body: string, more: Partial<Execution> = {}): Promise<ExecutionResult> {
  const job = await ended(await start(execution(body, more)));
  expect(job).toMatchObject({ state: 'succeeded', error: null });
  return executionResult.parse(job.result);
}

async function rowsOf(result: ExecutionResult): Promise<unknown> {
  if (result.outcome !== 'succeeded') throw new Error(`it failed: ${result.message}`);
  return (await harness.gateway.call(queryTables, { sql: 'FROM rows', tables: { rows: result.table } }, asEditor)).rows;
}

/** Every process below one. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((one) => one !== '')
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const staged = (): Promise<string[]> => readdir(harness.stagedFolder);

describe('an execution', () => {
  it('keeps the table that the code returned, and what it printed', async () => {
    const result = await run('print("working")\nreturn [row for row in ctx.input("flights").rows if row["delay"] > 0]');
    expect(result).toMatchObject({
      outcome: 'succeeded',
      stdout: 'working\n',
      environment: expect.stringMatching(/^sha256:/),
      table: {
        rows: 2,
        columns: [
          { name: 'carrier', type: 'string' },
          { name: 'delay', type: 'number' },
        ],
      },
      reproducibility: { identical: true, within_tolerance: true, detail: 'Both runs gave the same rows.' },
    });
    expect(await rowsOf(result)).toEqual([
      ['UA', 1.5],
      ['AA', 4],
    ]);
    expect(await staged()).toEqual([]);
  });

  it('whose code returns a query keeps its rows in the types a table has', async () => {
    const result = await run(
      'return ctx.sql("select carrier, count(*) as n, sum(cast(delay as integer)) as total from flights group by carrier order by carrier")',
    );
    expect(result).toMatchObject({
      table: {
        rows: 3,
        columns: [
          { name: 'carrier', type: 'string' },
          { name: 'n', type: 'integer' },
          { name: 'total', type: 'integer' },
        ],
      },
    });
    expect(await rowsOf(result)).toEqual([
      ['AA', 1, 4],
      ['B6', 1, -3],
      ['UA', 1, 2],
    ]);
    expect(await staged()).toEqual([]);
  });

  it('has the same identity whether the rows came from Python or from a query, and in whatever order', async () => {
    const identities = await Promise.all([
      run('return ctx.sql("from flights order by delay")'),
      run('return list(reversed(ctx.input("flights").rows))'),
      run('return ctx.sql("from flights").to_pandas()'),
    ]);
    expect(identities.map((it) => (it.outcome === 'succeeded' ? it.table.data_hash : it.message))).toEqual([
      flights.data_hash,
      flights.data_hash,
      flights.data_hash,
    ]);
  });

  it('has the order in its identity when the derivation says so', async () => {
    const [up, down] = await Promise.all([
      run('return ctx.sql("from flights order by delay")', { ordered: true }),
      run('return ctx.sql("from flights order by delay desc")', { ordered: true }),
    ]);
    if (up.outcome !== 'succeeded' || down.outcome !== 'succeeded') throw new Error('a run failed');
    expect(up.table.data_hash).not.toBe(down.table.data_hash);
    expect(await rowsOf(up)).toEqual([
      ['B6', -3],
      ['UA', 1.5],
      ['AA', 4],
    ]);
  });

  it('says whether two differing runs agree within the tolerance', async () => {
    const body = 'import random\nreturn [{"k": k, "x": 100 + random.random() / 1e6} for k in range(20)]';
    expect(await run(body, { tolerance: 1e-6 })).toMatchObject({
      reproducibility: {
        identical: false,
        within_tolerance: true,
        detail: expect.stringContaining('values of "x" differ by up to'),
      },
    });
    expect(await run(body, { tolerance: 1e-12 })).toMatchObject({
      outcome: 'succeeded',
      reproducibility: { identical: false, within_tolerance: false },
    });
    expect(await run(body)).toMatchObject({
      outcome: 'succeeded',
      reproducibility: { identical: false, within_tolerance: false },
    });
    expect(await run('import random\nreturn [{"x": random.randint(0, 10**9)}]', { tolerance: 0.5 })).toMatchObject({
      reproducibility: { within_tolerance: false, detail: expect.stringContaining('no tolerance covers') },
    });
    expect(await staged()).toEqual([]);
  });

  it.each([
    ['raised', 'print("before")\nraise ValueError("no luck")', /no luck/],
    ['bad-output', 'return [{"x": [1, 2]}]', /unnest|list/],
    ['invalid-sql', 'return ctx.sql("select nope from flights")', /nope/],
    ['invalid-sql', 'return ctx.sql("from read_csv(\'/etc/passwd\')")', /read_csv/],
    ['invalid-sql', 'return ctx.sql("select * from \'/etc/passwd\'").rows', /etc\/passwd/],
    ['invalid-sql', 'return ctx.sql("select [1] as x")', /unnest/],
    ['killed', 'import os\nos.kill(os.getpid(), 9)', /./],
  ])('that fails is a result (%s), with its logs', async (reason, body, message) => {
    const result = await run(body);
    expect(result).toMatchObject({ outcome: 'failed', reason: reason, message: expect.stringMatching(message) });
    expect(await staged()).toEqual([]);
  });

  it('over millions of rows by a query passes none of them through Python', async () => {
    const result = await run(
      "return ctx.sql(\"select i as id, i * 0.5 as half, 'name ' || (i % 1000) as name from range(1000000) r(i), flights where carrier = 'UA'\")",
    );
    expect(result).toMatchObject({ outcome: 'succeeded', table: { rows: 1_000_000 } });
    // What Python itself takes; the rows alone would be more.
    expect(result.peak_rss_bytes).toBeLessThan(150e6);
  });

  it('with the same command is the same job, however often it is asked for', async () => {
    const request = execution('return ctx.sql("from flights")');
    const jobs = await Promise.all([start(request), start(request), start(request)]);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
    await ended(jobs[0] ?? (await start(request)));
    expect((await start(request)).state).toBe('succeeded');
  });

  it('is stopped when its job is cancelled', async () => {
    const job = await start(execution('import time\ntime.sleep(60)'));
    await eventually(async () => (await now(job)).state !== 'queued');
    await harness.gateway.call(cancelJob, { params: { id: job.id }, query: {} }, asEditor);
    expect(await ended(job)).toMatchObject({ state: 'cancelled', result: null });
    expect(await staged()).toEqual([]);
  });

  it('survives the death of the process that ran it, and leaves nothing running', async () => {
    const job = await start(execution('import time\ntime.sleep(3)\nreturn ctx.sql("from flights")'));
    await eventually(async () => (await now(job)).progress.message === 'first run');
    const family = descendants(replica.pid);
    expect(family.length).toBeGreaterThan(4);
    await replica.kill();
    await eventually(() => !family.some(isAlive));
    await replica.restart();
    expect(executionResult.parse((await ended(job)).result)).toMatchObject({
      outcome: 'succeeded',
      table: { data_hash: flights.data_hash },
    });
  });
});

describe('a description of a project', () => {
  it('is what its files declare', async () => {
    const { files } = execution('return ctx.sql("from flights")');
    const { manifests, sources, environment } = await harness.gateway.call(describeProject, { files }, asEditor);
    expect(manifests).toMatchObject([
      {
        name: 'late',
        function: 'late',
        file: 'derivations/late.py',
        inputs: { flights: { kind: 'dataset', ref: 'flights' } },
      },
    ]);
    expect(Object.keys(sources)).toEqual(['late']);
    expect(environment).toMatch(/^sha256:/);
  });

  it.each([
    ['does not parse', 'def other(:', 1, /SyntaxError/],
    ['fails when imported', 'import svc\nimport nothing_of_that_name\n', 2, /nothing_of_that_name/],
  ])('leaves out a file that %s, and says where', async (_why, text, line, message) => {
    const { files } = execution('return ctx.sql("from flights")');
    const { manifests, broken } = await harness.gateway.call(
      describeProject,
      { files: { ...files, 'derivations/other.py': `from svc import derivation\n${text}` } },
      asEditor,
    );
    expect(manifests.map((it) => it.name)).toEqual(['late']);
    expect(broken).toEqual([{ file: 'derivations/other.py', line: line + 1, message: expect.stringMatching(message) }]);
  });

  it('leaves out what imports a broken file, and names the cause', async () => {
    const { files } = execution('return ctx.sql("from flights")');
    const { manifests, broken } = await harness.gateway.call(
      describeProject,
      { files: { ...files, 'lib/rules.py': '\nLATER\n', 'derivations/other.py': 'import svc\nimport lib.rules\n' } },
      asEditor,
    );
    expect(manifests.map((it) => it.name)).toEqual(['late']);
    expect(broken).toEqual([
      { file: 'lib/rules.py', line: 2, message: expect.stringContaining('NameError') },
      {
        file: 'derivations/other.py',
        line: 2,
        message: expect.stringMatching(/\(lib\/rules\.py cannot be imported\)$/),
      },
    ]);
  });

  it('is refused when two files declare one name: which is meant is not guessed', async () => {
    const { files } = execution('return ctx.sql("from flights")');
    const again = { ...files, 'derivations/again.py': files['derivations/late.py'] ?? '' };
    await expect(harness.gateway.call(describeProject, { files: again }, asEditor)).rejects.toMatchObject({
      code: 'invalid-source',
      detail: expect.stringContaining("the derivation 'late' is declared in"),
      facts: { errors: [{ pointer: '/files/derivations~1late.py' }] },
    });
  });
});
