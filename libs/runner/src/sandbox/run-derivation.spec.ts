import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { eventually } from '@svc/testing';
import { queriesOver, rowsOf, SandboxFixture } from '../sandbox.fixture';

const fixture = new SandboxFixture();
const sandbox = fixture.sandbox();
afterAll(() => fixture.remove());

const flights = { name: 'flights', kind: 'Dataset("flights")' };
async function flightsInput() {
  return {
    name: flights.name,
    parquetPath: await fixture.parquet(
      "select * from (values ('AA', 3::bigint), ('UA', null), ('AA', 9007199254740993)) t(carrier, delay)",
    ),
  };
}

function derivation(body: string, decorator = `inputs={"flights": ${flights.kind}}`): string {
  return `from svc import Context, Dataset, Param, derivation\n\n@derivation(${decorator})\ndef it(ctx: Context):\n${body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
}

describe('every form in which rows go in and come out', () => {
  const rows = [
    { carrier: 'AA', delay: '3' },
    { carrier: 'UA', delay: null },
    { carrier: 'AA', delay: '9007199254740993' },
  ];

  it.each([
    ['rows', 'return ctx.input("flights").rows'],
    ['pandas', 'return ctx.input("flights").to_pandas()'],
    ['polars', 'return ctx.input("flights").to_polars()'],
    ['a lazy polars frame', 'return ctx.input("flights").to_polars().lazy()'],
    ['arrow', 'return ctx.input("flights").to_arrow()'],
    ['record batches', 'return ctx.input("flights").to_arrow().to_batches()[0]'],
    ['rows of a query', 'return ctx.sql("select * from flights").rows'],
    ['pandas of a query', 'return ctx.sql("select * from flights").to_pandas()'],
    ['polars of a query', 'return ctx.sql("select * from flights").to_polars()'],
    ['arrow of a query', 'return ctx.sql("select * from flights").to_arrow()'],
  ])('%s, to the last digit', async (_, body) => {
    const outcome = await sandbox.runDerivation(fixture.request(derivation(body), { inputs: [await flightsInput()] }));
    expect(await rowsOf(outcome)).toEqual(rows);
  });

  it('a relation leaves as its statement, and nothing is read', async () => {
    const toParquet = jest.fn();
    const request = fixture.request(derivation('return ctx.sql("select carrier from flights")'), {
      inputs: [await flightsInput()],
      sql: { toParquet },
    });
    const outcome = await sandbox.runDerivation(request);
    expect(outcome).toMatchObject({
      outcome: 'succeeded',
      output: { kind: 'relation', sql: 'select carrier from flights' },
    });
    expect(toParquet).not.toHaveBeenCalled();
    expect(existsSync(request.outputPath)).toBe(false);
  });

  it('parameters, with their defaults', async () => {
    const source = derivation(
      'return [{"days": ctx.param("days"), "of": ctx.param("of")}]',
      'params={"days": Param("integer", default=7), "of": Param("string")}',
    );
    expect(await rowsOf(await sandbox.runDerivation(fixture.request(source, { params: { of: 'May' } })))).toEqual([
      { days: '7', of: 'May' },
    ]);
  });

  it("the project's other modules, beside the file and from the root", async () => {
    const request = fixture.request(
      'from svc import derivation\nimport beside\nfrom lib.rates import RATE\nfrom .package.deep import D\n@derivation()\ndef it(ctx):\n    return [{"x": beside.X + RATE + D}]\n',
    );
    const files = {
      ...request.files,
      'derivations/beside.py': 'X = 1\n',
      'lib/rates.py': 'RATE = 10\n',
      'derivations/package/deep.py': 'D = 100\n',
    };
    expect(await rowsOf(await sandbox.runDerivation({ ...request, files }))).toEqual([{ x: '111' }]);
  });

  it('what a run prints and how much it took', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation('import sys\nprint("out")\nprint("err", file=sys.stderr)\nreturn [{"x": 1}]', '')),
    );
    expect(outcome).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
    expect(outcome.peak_rss_bytes).toBeGreaterThan(1_000_000);
  });

  it('a table that only its owner can read, and no scratch folder', async () => {
    const outcome = await sandbox.runDerivation(fixture.request(derivation('return [{"x": 1}]', '')));
    if (outcome.outcome !== 'succeeded' || outcome.output.kind !== 'table') throw new Error('no table');
    const { mode, size } = statSync(outcome.output.parquetPath);
    expect([mode & 0o777, size]).toEqual([0o600, outcome.output.bytes]);
    expect(readdirSync(fixture.scratch)).toEqual([]);
  });
});

describe('a result that is not a table is refused with a message', () => {
  it.each([
    ['return None', /returned nothing/],
    ['return 42', /returned a int; return a pandas or polars DataFrame/],
    ['return "text"', /returned a str/],
    ['return {"x": [1]}', /returned a dict/],
    ['return object()', /returned a object/],
    ['return (row for row in [])', /returned a generator/],
    ['return []', /no columns/],
    ['return [1]', /row 1 is a int/],
    ['return [{1: 2}]', /row 1 has the key 1/],
    ['return [{"x": 1}, {"x": "a"}]', /column 'x' has values that are not of one type/],
    ['import pandas\nreturn pandas.Series([1])', /returned a Series.*reset_index/],
    [
      'import pandas\nreturn pandas.DataFrame({"x": [1], "y": [2]}).set_axis(["x", "x"], axis=1)',
      /two columns named 'x'/,
    ],
    ['import pandas\nreturn pandas.DataFrame([[1]])', /column name 0/],
    ['import pandas\nreturn pandas.DataFrame({"x": [1, "a"]})', /not of one type/],
    ['return ctx.sql', /returned a method/],
  ])('%s', async (body, message) => {
    const outcome = await sandbox.runDerivation(fixture.request(derivation(body, '')));
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'bad-output', message: expect.stringMatching(message) });
  });
});

describe('what goes wrong is told to the author', () => {
  it('their own frames come first, and the whole text after them', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(
        derivation(
          'import json\ntry:\n    json.loads("{")\nexcept ValueError as error:\n    raise RuntimeError("no\\0rows") from error',
          '',
        ),
      ),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'raised', message: 'RuntimeError: no␀rows' });
    expect(outcome.outcome === 'failed' && outcome.traceback).toMatch(
      /^Traceback \(your code\):\n {2}File "derivations\/it\.py", line 9, in it\n.*\nRuntimeError: no␀rows\n\nFull traceback:\n.*json\/decoder\.py/s,
    );
  });

  it('a query that is refused carries the words of the query path', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation('return ctx.sql("select nothing").rows', '')),
    );
    expect(outcome).toMatchObject({
      outcome: 'failed',
      reason: 'invalid-sql',
      message: expect.stringMatching(/^Binder Error.*"nothing"/s),
    });
  });

  it('an author may catch a refused query', async () => {
    const body =
      'from svc import SqlError\ntry:\n    ctx.sql("select nothing").rows\nexcept SqlError:\n    return ctx.sql("select 1 as x").rows';
    expect(await rowsOf(await sandbox.runDerivation(fixture.request(derivation(body, ''))))).toEqual([{ x: '1' }]);
  });

  it.each([
    ['ctx.input("flihgts")', /no input 'flihgts'; did you mean 'flights'/],
    ['ctx.param("x")', /no parameter 'x'; declared: none/],
    ['ctx.sql("")', /needs a statement/],
    ['ctx.sql(1)', /needs a statement/],
  ])('%s', async (expression, message) => {
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation(expression), { inputs: [await flightsInput()] }),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'raised', message: expect.stringMatching(message) });
  });

  it.each([
    [{ days: 'seven' }, /parameter 'days' must be of type integer, not 'seven'/],
    [{ days: true }, /must be of type integer/],
    [{ days: 1, weeks: 2 }, /'weeks' is not a parameter; declared: days/],
    [{}, /'days' has no default/],
  ])('parameters %j', async (params, message) => {
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation('return None', 'params={"days": Param("integer")}'), { params }),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'raised', message: expect.stringMatching(message) });
  });

  it('inputs that are not the declared ones, and a function that is no derivation', async () => {
    const missing = await sandbox.runDerivation(fixture.request(derivation('return None')));
    expect(missing).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining("binds the inputs [], declared are ['flights']"),
    });
    const unknown = await sandbox.runDerivation({ ...fixture.request(derivation('return None')), function: 'that' });
    expect(unknown).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining("no derivation function 'that'"),
    });
  });
});

describe('a run is under control from outside', () => {
  it('is cancelled for real, with the query it waits for', async () => {
    const cancellation = new AbortController();
    const toParquet = (_: string, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('query cancelled')));
        cancellation.abort();
      });
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation('ctx.sql("select 1").rows', ''), { sql: { toParquet }, signal: cancellation.signal }),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'cancelled' });
    expect(readdirSync(fixture.scratch)).toEqual([]);
  });

  it('does not start when it was cancelled before', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation('pass', ''), { signal: AbortSignal.abort() }),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'cancelled', peak_rss_bytes: null });
  });

  it('waits for a place, and ends there when it is cancelled', async () => {
    const single = fixture.sandbox({ concurrency: 1 });
    const cancellation = new AbortController();
    const queries = queriesOver([], fixture.folder);
    const second = fixture.request(derivation('ctx.sql("select 2").rows', ''), {
      sql: { toParquet: () => Promise.reject(new Error('it must not run')) },
      signal: cancellation.signal,
    });
    const toParquet = async (sql: string, signal: AbortSignal) => {
      const waiting = single.runDerivation(second);
      await eventually(() => existsSync(second.outputPath));
      cancellation.abort();
      expect(await waiting).toMatchObject({ outcome: 'failed', reason: 'cancelled', peak_rss_bytes: null });
      return queries.toParquet(sql, signal);
    };
    const first = fixture.request(derivation('return ctx.sql("select 1 as x").rows', ''), { sql: { toParquet } });
    expect(await rowsOf(await single.runDerivation(first))).toEqual([{ x: '1' }]);
  });

  it('refuses to write over a file, and leaves it', async () => {
    const request = fixture.request(derivation('pass', ''));
    writeFileSync(request.outputPath, 'mine');
    await expect(sandbox.runDerivation(request)).rejects.toThrow('EEXIST');
    expect(statSync(request.outputPath).size).toBe(4);
  });
});
