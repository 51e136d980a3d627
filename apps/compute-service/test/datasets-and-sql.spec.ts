import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  cancelSql,
  getDataset,
  listDatasets,
  listDatasetVersions,
  previewDataset,
  queryTables,
  registerDataset,
  resolveDatasets,
  type ResponseOf,
  runSql,
} from '@svc/contracts';
import { eventually } from '@svc/testing';
import { type ComputeHarness, EDITOR, OTHER, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

let harness: ComputeHarness;
const CSV = 'carrier,delay\nUA,1.5\nAA,\nB6,-3\n';
const asEditor = { principal: EDITOR };
const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

beforeAll(async () => {
  harness = await startCompute();
  await Promise.all([harness.start(), harness.start()]);
}, 240_000);
afterAll(() => harness.stop(), 30_000);

const get = (name: string) => harness.gateway.call(getDataset, { params: { name }, query: {} }, asEditor);
const versionsOf = async (name: string) =>
  (await harness.gateway.call(listDatasetVersions, { params: { name }, query: {} }, asEditor)).items;
const sql = (statement: string, more: object = {}, principal = EDITOR): Promise<ResponseOf<typeof runSql>> =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: statement, ...more } }, { principal });

describe('a dataset', () => {
  it('is registered from an upload, described, and previewed', async () => {
    const dataset = await harness.register(CSV, 'flights.csv', { name: 'flights', description: 'Departures' });
    expect(dataset).toMatchObject({
      name: 'flights',
      description: 'Departures',
      owner: 'token:editor',
      versions: 1,
      version: {
        rows: 3,
        columns: [
          { name: 'carrier', type: 'string' },
          { name: 'delay', type: 'number' },
        ],
        data_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    });
    expect(await get('flights')).toEqual(dataset);
    const preview = await harness.gateway.call(
      previewDataset,
      { params: { name: 'flights' }, query: { limit: 2 } },
      asEditor,
    );
    expect(preview).toEqual({
      columns: dataset.version.columns,
      rows: [
        ['UA', 1.5],
        ['AA', null],
      ],
      row_count: 2,
      truncated: true,
    });
    expect(await readdir(`${harness.warehouse.objectRoot}/../staged`)).toEqual([]);
  });

  it('has no new version for the same rows, whichever format and order they come in', async () => {
    const before = await get('flights');
    const again = await harness.register(
      '{"carrier":"B6","delay":-3}\n{"carrier":"UA","delay":1.5}\n{"carrier":"AA","delay":null}\n',
      'f.jsonl',
      { name: 'flights' },
    );
    expect(again).toEqual(before);
    expect(await versionsOf('flights')).toHaveLength(1);
  });

  it('keeps every version, and may go back to earlier rows', async () => {
    const first = await harness.register('a\n1\n', 'x.csv', { name: 'changing' });
    const second = await harness.register('a\n2\n', 'y.csv', { name: 'changing' });
    const third = await harness.register('a\n1\n', 'z.csv', { name: 'changing' });
    expect([first.versions, second.versions, third.versions]).toEqual([1, 2, 3]);
    const versions = await versionsOf('changing');
    expect(versions.map(({ source, data_hash }) => [source, data_hash])).toEqual([
      ['z.csv', first.version.data_hash],
      ['y.csv', second.version.data_hash],
      ['x.csv', first.version.data_hash],
    ]);
    expect(versions[0]).toMatchObject({ created_by: 'token:editor', rows: 1 });
  });

  it('is one version when the same rows are registered many times at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => harness.register('a\n7\n', 'x.csv', { name: 'contended' })),
    );
    expect(new Set(all.map((one) => one.versions))).toEqual(new Set([1]));
  });

  it('is not touched by a file with bad rows, and the file is gone', async () => {
    const before = await get('flights');
    const problem = await problemOf(
      harness.register('carrier,delay\nUA,1.5\nAA,late\nB6\n', 'f.csv', {
        name: 'flights',
        columns: { delay: 'number' },
      }),
    );
    expect(problem).toMatchObject({
      code: 'bad-rows',
      detail: 'Nothing was registered: line 4, column "carrier": has fewer fields than the first line names.',
      errors: [{ pointer: '/body/upload', message: expect.stringContaining('line 4') }],
      data: { rows: [{ line: 4, column: 'carrier' }] },
    });
    expect(
      await problemOf(
        harness.register('carrier,delay\nUA,1.5\nAA,late\n', 'f.csv', {
          name: 'flights',
          columns: { delay: 'number' },
        }),
      ),
    ).toMatchObject({
      code: 'bad-rows',
      detail: 'Nothing was registered: line 3, column "delay": holds late, which is not a number.',
    });
    expect(await get('flights')).toEqual(before);
    expect(await readdir(`${harness.warehouse.objectRoot}/../staged`)).toEqual([]);
  });

  it.each([
    ['a spreadsheet', Buffer.from('504b0304', 'hex'), 'x.csv', 'unsupported-media-type'],
    ['a name that says nothing', 'a\n1\n', 'x.dat', 'unsupported-media-type'],
    ['an empty file', '', 'x.csv', 'invalid-request'],
    ['two columns of one name', 'a,a\n1,2\n', 'x.csv', 'invalid-request'],
    ['a damaged Parquet file', 'PAR1 torn PAR1', 'x.parquet', 'invalid-request'],
  ])('is refused for %s', async (_what, content, fileName, code) => {
    expect(await problemOf(harness.register(content, fileName, { name: 'refused' }))).toMatchObject({ code });
    expect(await problemOf(get('refused'))).toMatchObject({ code: 'not-found' });
  });

  it('is refused when its upload is not there', async () => {
    const upload = { staged: randomUUID(), bytes: 1, file_name: 'x.csv' };
    expect(
      await problemOf(
        harness.gateway.call(registerDataset, { params: {}, query: {}, body: { name: 'gone', upload } }, asEditor),
      ),
    ).toMatchObject({ code: 'invalid-request' });
  });

  it('is listed in order of name, page by page', async () => {
    const first = await harness.gateway.call(listDatasets, { params: {}, query: { limit: 2 } }, asEditor);
    expect(first.items.map(({ name }) => name)).toEqual(['changing', 'contended']);
    const second = await harness.gateway.call(
      listDatasets,
      { params: {}, query: { limit: 2, cursor: first.next_cursor ?? '' } },
      asEditor,
    );
    expect(second).toMatchObject({ items: [{ name: 'flights' }], next_cursor: null });
  });

  it('is resolved by name for other services', async () => {
    const { datasets, missing, known } = await harness.gateway.call(
      resolveDatasets,
      { names: ['flights', 'nothing'] },
      asEditor,
    );
    expect(datasets['flights']?.version).toMatchObject({ rows: 3, object: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect({ missing, known }).toEqual({ missing: ['nothing'], known: ['changing', 'contended', 'flights'] });
  });
});

describe('a statement', () => {
  it('reads datasets and derivations by name and says what they were', async () => {
    const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['flights'] }, asEditor);
    const table = datasets['flights']?.version ?? null;
    harness.derivations.put('late_flights', table);
    const answer = await sql(
      'SELECT f.carrier, l.delay FROM flights f JOIN late_flights l USING (carrier) WHERE l.delay > $1 ORDER BY 1',
      { parameters: [0] },
    );
    expect(answer).toMatchObject({
      columns: [
        { name: 'carrier', type: 'string' },
        { name: 'delay', type: 'number' },
      ],
      rows: [['UA', 1.5]],
      row_count: 1,
      truncated: false,
      sources: {
        flights: { kind: 'dataset', data_hash: table?.data_hash },
        late_flights: { kind: 'derivation', data_hash: table?.data_hash },
      },
    });
  });

  it('says which name is nothing, and what may have been meant', async () => {
    expect(await problemOf(sql('FROM flight'))).toMatchObject({
      code: 'not-found',
      detail: 'There is no dataset or derivation "flight". Did you mean "flights"?',
    });
    harness.derivations.put('never_ran', null);
    expect(await problemOf(sql('FROM never_ran'))).toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('it never ran'),
    });
    expect(await problemOf(sql("FROM '/etc/passwd'"))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(sql("FROM read_csv('/etc/passwd')"))).toMatchObject({ code: 'invalid-sql' });
  });

  it('is answered also when the answer is larger than a message', async () => {
    const answer = await sql("SELECT i, repeat('x', 100) AS text FROM range(20000) r(i)", { limit: 9_000 });
    expect(answer).toEqual({
      columns: [
        { name: 'i', type: 'integer' },
        { name: 'text', type: 'string' },
      ],
      rows: Array.from({ length: 9_000 }, (_, i) => [i, 'x'.repeat(100)]),
      row_count: 9_000,
      truncated: true,
      sources: {},
      cached: false,
      duration_ms: expect.any(Number),
      query_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const long = await harness.register(`t\n${`${'é'.repeat(1000)}\n`.repeat(500)}`, 'long.csv', { name: 'long_rows' });
    const preview = await harness.gateway.exchange(
      previewDataset,
      { params: { name: 'long_rows' }, query: { limit: 400 } },
      asEditor,
    );
    expect(preview.kind).toBe('claim');
    expect(
      await harness.gateway.call(previewDataset, { params: { name: 'long_rows' }, query: { limit: 400 } }, asEditor),
    ).toEqual({
      columns: long.version.columns,
      rows: Array.from({ length: 400 }, () => ['é'.repeat(1000)]),
      row_count: 400,
      truncated: true,
    });
    expect(await readdir(`${harness.warehouse.objectRoot}/../staged`)).toEqual([]);
  });

  it('is recorded with its caller, duration and outcome, also when it fails', async () => {
    const id = randomUUID();
    await sql('SELECT count(*) FROM flights', { query_id: id });
    const failed = randomUUID();
    await problemOf(sql("SELECT error('x\u0000')", { query_id: failed }));
    const recorded = async () =>
      harness.sql(
        'SELECT id, caller, statement, rows, truncated, error, duration_ms > 0 AS timed, tables FROM compute.query WHERE id = ANY($1) ORDER BY error NULLS FIRST',
        [[id, failed]],
      );
    await eventually(async () => (await recorded()).length >= 2);
    expect(await recorded()).toEqual([
      {
        id,
        caller: 'token:editor',
        statement: 'SELECT count(*) FROM flights',
        rows: '1',
        truncated: false,
        error: null,
        timed: true,
        tables: { flights: expect.stringMatching(/^sha256:/) },
      },
      {
        id: failed,
        caller: 'token:editor',
        statement: expect.any(String),
        rows: null,
        truncated: null,
        error: 'invalid-sql',
        timed: true,
        tables: {},
      },
    ]);
  });

  it('is cancelled by its id in whichever replica it runs, but only by its caller', async () => {
    const id = randomUUID();
    const running = problemOf(sql(LONG, { query_id: id }));
    const cancel = (principal: typeof EDITOR) =>
      harness.gateway.call(cancelSql, { params: { id }, query: {} }, { principal });
    expect(await problemOf(cancel(OTHER))).toMatchObject({ code: 'not-found' });
    let answer: unknown = null;
    while (answer === null) answer = await cancel(EDITOR).catch(() => null);
    expect(answer).toEqual({ cancelled: true });
    expect(await running).toMatchObject({ code: 'query-cancelled' });
    expect(await problemOf(cancel(EDITOR))).toMatchObject({ code: 'not-found' });
  });

  it('ends when its caller gives up, and its worker is free again', async () => {
    const giveUp = new AbortController();
    const running = problemOf(
      harness.gateway.call(
        runSql,
        { params: {}, query: {}, body: { sql: LONG } },
        { principal: EDITOR, signal: giveUp.signal },
      ),
    );
    giveUp.abort();
    expect(await running).toMatchObject({ code: 'deadline-exceeded' });
    expect(await Promise.all(Array.from({ length: 8 }, (_, n) => sql(`SELECT ${String(n)}`)))).toHaveLength(8);
  });

  it('of another service runs over exactly the tables it names', async () => {
    const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['flights'] }, asEditor);
    const rows = datasets['flights']?.version;
    if (rows === undefined) throw new Error('flights is gone');
    const answer = await harness.gateway.call(
      queryTables,
      { sql: 'select * from rows', limit: 2, tables: { rows } },
      asEditor,
    );
    expect(answer).toMatchObject({
      rows: [
        ['UA', 1.5],
        ['AA', null],
      ],
      truncated: true,
    });
    expect(
      await problemOf(
        harness.gateway.call(queryTables, { sql: 'select * from flights', limit: 2, tables: { rows } }, asEditor),
      ),
    ).toMatchObject({ code: 'invalid-sql' });
    expect(
      await problemOf(harness.gateway.call(queryTables, { sql: LONG, tables: {}, timeout_ms: 100 }, asEditor)),
    ).toMatchObject({ code: 'query-timeout' });
  });
});
