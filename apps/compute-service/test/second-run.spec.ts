import {
  executionResult,
  type ExecutionResult,
  resolveDatasets,
  startExecution,
  type TableVersion,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { type ComputeHarness, EDITOR, startCompute } from './compute-harness';
import { executionOver } from './execution-over';

const asEditor = { principal: EDITOR };
let harness: ComputeHarness;
let flights: TableVersion;

beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
  await harness.register('carrier,delay\nUA,1.5\nAA,4\nB6,-3\n', 'flights.csv', { name: 'flights' });
  const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['flights'] }, asEditor);
  const found = datasets['flights']?.version;
  if (found === undefined) throw new Error('flights is not there');
  flights = found;
});
afterAll(() => harness.stop(), 30_000);

async function run(body: string): Promise<ExecutionResult> {
  const started = await harness.gateway.call(startExecution, executionOver(flights, body), asEditor, { retry: true });
  return executionResult.parse((await waitForJob(harness.gateway, started.id, asEditor)).result);
}

const CLOCK = /depend on the clock/;
const DICE = /also differ under identical conditions/;

/** The clock is shifted on the processors for which that is written. */
const needsClock = process.arch === 'x64' ? it : it.skip;

describe('the second run of an execution', () => {
  const detailOf = async (body: string): Promise<string> => {
    const result = await run(body);
    if (result.outcome !== 'succeeded') throw new Error(`it failed: ${result.message}`);
    expect(result.reproducibility).toMatchObject({ identical: false, within_tolerance: false });
    return result.reproducibility.detail;
  };

  needsClock.each([
    ['datetime.now()', 'import datetime\nreturn [{"x": datetime.datetime.now().strftime("%Y-%m")}]'],
    ['pandas.Timestamp.now()', 'import pandas\nreturn [{"x": pandas.Timestamp.now().month}]'],
    ['numpy.datetime64("now")', 'import numpy\nreturn [{"x": str(numpy.datetime64("now"))[:7]}]'],
  ])('finds rows that depend on the clock, and says so: %s', async (_, body) => {
    expect(await detailOf(body)).toMatch(CLOCK);
  });

  it.each([
    ['random', 'import random\nreturn [{"x": random.random()}]'],
    ['numpy.random', 'import numpy\nreturn [{"x": float(numpy.random.default_rng().random())}]'],
    ['os.urandom', 'import os\nreturn [{"x": os.urandom(8).hex()}]'],
    ['uuid4', 'import uuid\nreturn [{"x": str(uuid.uuid4())}]'],
  ])('finds rows that are random without a seed: %s', async (_, body) => {
    expect(await detailOf(body)).toMatch(DICE);
  });

  it.each([
    ['the order of a set', 'return [{"x": list({"a", "b", "c", "d", "e", "f", "g"})[0] + str(hash("a"))}]'],
    ['the time zone', 'import time\nreturn [{"x": time.strftime("%z")}]'],
    ['the number of threads', 'import polars\nreturn [{"x": polars.thread_pool_size()}]'],
  ])('finds rows that depend on %s', async (what, body) => {
    expect(await detailOf(body)).toContain(`depend on ${what}`);
  });

  it.each([
    'select now() as x',
    'select current_date as x',
    'select random() as x from flights',
    'select uuid() as x',
    "select age(timestamp '2020-01-01') as x",
    'select carrier as x from flights using sample 1',
  ])('needs no comparison where a query depends on time or randomness: %s is refused', async (sql) => {
    for (const body of [`return ctx.sql("${sql}")`, `return ctx.sql("${sql}").to_pandas()`])
      expect(await run(body)).toMatchObject({
        outcome: 'failed',
        message: expect.stringContaining('A derivation must give the same rows in every run'),
      });
  });

  it('leaves honest rows as they are: seeded choices, sorted sets, sums of floats, ages between two moments', async () => {
    const body = [
      'import numpy, pandas, polars, random',
      'flights = ctx.input("flights").to_pandas()',
      'rng, old = numpy.random.default_rng(7), random.Random(7)',
      'wide = pandas.DataFrame({"k": rng.integers(0, 9, 200_000), "x": rng.normal(size=200_000)})',
      'sums = polars.from_pandas(wide).group_by("k").agg(polars.col("x").sum()).sort("k")',
      'days = ctx.sql("select age(timestamp \'2020-03-01\', timestamp \'2020-01-01\')::varchar as d").rows[0]["d"]',
      'return [{"k": k, "x": round(x, 6), "y": float(wide.x.mean()), "m": float(flights.delay.mean()), "c": sorted({"b", "a"})[0], "r": old.random(), "d": days} for k, x in sums.rows()]',
    ].join('\n');
    expect(await run(body)).toMatchObject({ outcome: 'succeeded', reproducibility: { identical: true } });
  });
});
