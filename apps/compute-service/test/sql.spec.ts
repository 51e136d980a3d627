import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  cancelSql,
  getSql,
  previewDataset,
  queryTables,
  recordQueries,
  resolveDatasets,
  type ResponseOf,
  runSql,
} from '@svc/contracts';
import { eventually } from '@svc/testing';
import { EDITOR, OTHER } from './compute-harness';
import { problemOf } from './problem-of';
import { CSV, harness, asEditor } from './dataset-calls';

const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

const sql = (statement: string, more: object = {}, principal = EDITOR): Promise<ResponseOf<typeof runSql>> =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: statement, ...more } }, { principal });

describe('a statement', () => {
  beforeAll(() => harness.register(CSV, 'flights.csv', { name: 'flights' }));

  it('reads datasets and derivations by name and says what they were and whether they are certified', async () => {
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
        flights: { kind: 'dataset', data_hash: table?.data_hash, certified: null, reason: null },
        late_flights: {
          kind: 'derivation',
          data_hash: table?.data_hash,
          certified: false,
          reason: 'not certified',
        },
      },
    });
  });

  it('says which name does not exist, and what may have been meant', async () => {
    expect(await problemOf(sql('FROM flight'))).toMatchObject({
      code: 'not-found',
      detail: 'There is no dataset or derivation "flight". Did you mean "flights"?',
    });
    expect(await problemOf(sql('FROM flihgts'))).toMatchObject({
      detail: 'There is no dataset or derivation "flihgts". Did you mean "flights"?',
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
    expect(await readdir(harness.stagedFolder)).toEqual([]);
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

  it('that another service answered from what it kept is in the history of its caller, and of nobody else', async () => {
    const record = {
      id: randomUUID(),
      statement: 'SELECT 1 AS kept',
      caller: EDITOR.id,
      sources: { flights: `sha256:${'1'.repeat(64)}` },
      started_at: new Date(0).toISOString(),
      duration_ms: 0.25,
      rows: 1,
      truncated: false,
      trace_id: '0'.repeat(32),
    };
    await harness.gateway.call(recordQueries, { records: [record] }, asEditor);
    const found = (principal = EDITOR) =>
      harness.gateway.call(getSql, { params: { id: record.id }, query: {} }, { principal });
    expect(await found()).toMatchObject({
      state: 'succeeded',
      statement: record.statement,
      row_count: 1,
      cached: true,
    });
    expect(await problemOf(found(OTHER))).toMatchObject({ code: 'not-found' });
  });
});
