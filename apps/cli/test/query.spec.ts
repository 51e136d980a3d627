import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryRecord, SavedQuery } from '@svc/contracts';
import { connectedClient } from './connected-client';

const ID = '00000000-0000-4000-8000-000000000002';
const AT = '2026-03-01T10:00:00.000Z';
const ETAG = `sha256:${'e'.repeat(64)}`;

const aRecord = (more: Partial<QueryRecord> = {}): QueryRecord => ({
  query_id: ID,
  state: 'succeeded',
  statement: 'select\n  1',
  sources: {},
  started_at: AT,
  duration_ms: 12.4,
  progress: null,
  row_count: 3,
  truncated: true,
  cached: false,
  error: null,
  ...more,
});
const aQuery = (more: Partial<SavedQuery['definition']> = {}): SavedQuery => ({
  name: 'late',
  definition: {
    sql: 'select $least',
    description: 'Late ones',
    parameters: { least: 30, most: 60 },
    visibility: 'private',
    ...more,
  },
  owner: 'token:ann',
  version: 2,
  etag: ETAG,
  created_at: AT,
  updated_at: AT,
});
const anAnswer = {
  columns: [{ name: 'n', type: 'integer' }],
  rows: [[1]],
  row_count: 1,
  truncated: false,
  sources: {},
  cached: false,
  duration_ms: 1,
  query_id: ID,
};

describe('svc query', () => {
  const { gateway, online } = connectedClient();
  let folder: string;
  const run = (args: readonly string[], input = '') => online(args, { input });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-query-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes rows to a file in the form its name says, and tells how many there are', async () => {
    const out = join(folder, 'rows.csv');
    const headers = { 'svc-row-count': '3', 'svc-truncated': 'true' };
    gateway
      .on('POST /api/sql', { text: 'a\n1\n2\n3\n', type: 'text/csv', headers })
      .on('GET /api/sql/*', { body: aRecord() });
    const { code, stderr } = await run(['sql', 'select 1 as a', '--limit', '3', '--out', out]);
    expect({ code, rows: readFileSync(out, 'utf8') }).toEqual({ code: 0, rows: 'a\n1\n2\n3\n' });
    expect(stderr).toMatch(/rows\.csv has 3 rows\n.*after 3 rows/s);
    const [asked, looked] = gateway.received;
    expect(asked).toMatchObject({
      headers: { accept: 'text/csv' },
      body: { sql: 'select 1 as a', limit: 3, query_id: expect.any(String) },
    });
    expect(looked?.path).toBe(`/api/sql/${String(Reflect.get(Object(asked?.body), 'query_id'))}`);
    expect((await run(['sql', 'select 1', '--out', 'rows.xlsx'])).code).toBe(2);
  });

  it('says in words why a file cannot be written', async () => {
    gateway.on('POST /api/sql', { text: 'a\n1\n', type: 'text/csv' });
    const out = join(folder, 'nowhere', 'rows.csv');
    expect(await run(['sql', 'select 1 as a', '--out', out])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /rows\.csv cannot be written: its folder does not exist\n {2}next: mkdir -p .*nowhere\n/,
      ),
    });
  });

  it('leaves no file when it is refused', async () => {
    const out = join(folder, 'refused.parquet');
    gateway.on('POST /api/sql', {
      status: 400,
      body: {
        type: 'urn:svc:problem:invalid-sql',
        title: 'x',
        status: 400,
        detail: 'no such column',
        code: 'invalid-sql',
      },
      type: 'application/problem+json',
    });
    expect((await run(['sql', 'select nope', '--out', out])).stderr).toContain('no such column');
    expect(existsSync(out)).toBe(false);
  });

  it('shows the history, and one of it', async () => {
    const failed = aRecord({
      state: 'failed',
      row_count: null,
      truncated: null,
      error: { code: 'invalid-sql', detail: 'no such column' },
    });
    gateway
      .on('GET /api/sql', { body: { items: [aRecord(), failed], next_cursor: null } })
      .on(`GET /api/sql/${ID}`, { body: aRecord({ state: 'running', progress: 41.7 }) });
    const { stdout } = await run(['query', 'history', '--failed', '--limit', '2']);
    expect(stdout).toMatch(new RegExp(`2026-03-01 10:00 +${ID} +12 +3 .* select 1\n.* invalid-sql`));
    expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toEqual({ limit: '2', state: 'failed' });
    expect((await run(['query', 'show', ID])).stdout).toMatch(/state +running, 42 %/);
    gateway.on(`DELETE /api/sql/${ID}`, { body: { cancelled: true } });
    expect((await run(['query', 'cancel', ID])).stdout).toBe('cancelled\n');
  });

  it('keeps a statement, and keeps what it was not told to change', async () => {
    gateway
      .on('GET /api/queries/late', { body: aQuery({ visibility: 'project' }) })
      .on('PUT /api/queries/late', { body: aQuery({ visibility: 'project' }) });
    await run(['query', 'save', 'late', '-', '--param', 'least=5'], 'select $least');
    expect(gateway.requests('PUT /api/queries/late')[0]).toMatchObject({
      headers: { 'if-match': `"${ETAG}"` },
      body: { sql: 'select $least', description: 'Late ones', parameters: { least: 5 }, visibility: 'project' },
    });
    expect((await run(['query', 'save', 'late', 'select 1', '--param', '5'])).code).toBe(2);
  });

  it('makes a new one private unless told to share it', async () => {
    const missing = {
      status: 404,
      body: { type: 'x', title: 'x', status: 404, detail: 'none', code: 'not-found' },
      type: 'application/problem+json',
    };
    gateway.on('GET /api/queries/late', missing).on('PUT /api/queries/late', { body: aQuery() });
    expect((await run(['query', 'save', 'late', 'select 1'])).stdout).toBe(
      'late saved, version 2, for you alone (--shared)\n',
    );
    await run(['query', 'save', 'late', 'select 1', '--shared']);
    expect(
      gateway
        .requests('PUT /api/queries/late')
        .map(({ body, headers }) => [Reflect.get(Object(body), 'visibility'), headers['if-match']]),
    ).toEqual([
      ['private', undefined],
      ['project', undefined],
    ]);
  });

  it('runs a saved one with its own values, and others where they are given', async () => {
    gateway.on('GET /api/queries/late', { body: aQuery() }).on('POST /api/sql', { body: anAnswer });
    expect((await run(['query', 'run', 'late', '--param', 'least=7'])).stdout).toBe('n\n1\n');
    expect(gateway.received.at(-1)?.body).toMatchObject({ sql: 'select $least', parameters: { least: 7, most: 60 } });
  });

  it('lists and deletes them', async () => {
    gateway
      .on('GET /api/queries', { body: { items: [aQuery()], next_cursor: null } })
      .on('GET /api/queries/late', { body: aQuery() })
      .on('DELETE /api/queries/late', { body: { deleted: true } });
    expect((await run(['query', 'list'])).stdout).toMatch(
      /late +2026-03-01 10:00 +token:ann +private +Late ones +select \$least/,
    );
    expect((await run(['query', 'delete', 'late'])).stdout).toBe('late deleted\n');
    expect(gateway.received.at(-1)?.headers['if-match']).toBe(`"${ETAG}"`);
  });

  it('drafts a derivation, and writes over nothing', async () => {
    const out = join(folder, 'late.py');
    gateway.on('POST /api/sql/draft', {
      body: { file: 'derivations/late.py', source: 'from svc import x\n', inputs: {}, evidence: [], rows_examined: 7 },
    });
    expect((await run(['query', 'draft', 'late', 'select 1'])).stdout).toBe('from svc import x\n');
    expect((await run(['query', 'draft', 'late', 'select 1', '--question', 'Late?', '--out', out])).code).toBe(0);
    expect(gateway.received.at(-1)?.body).toEqual({ name: 'late', sql: 'select 1', question: 'Late?' });
    expect(readFileSync(out, 'utf8')).toBe('from svc import x\n');
    expect(await run(['query', 'draft', 'late', 'select 1', '--out', out])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be written: it exists already'),
    });
  });

  it('shows statistics of a dataset’s columns', async () => {
    const column = {
      name: 'delay',
      type: 'number',
      nulls: 2,
      distinct_approx: 90,
      min: -3,
      max: 40.5,
      mean: 3,
      quantiles: { p05: -2, p25: 0, p50: 1.5, p75: 4, p95: 20 },
      top: [{ value: 0, count: 12 }],
    };
    gateway.on('GET /api/datasets/flights/profile', {
      body: { data_hash: ETAG, rows: 100, columns: [column], cached: true, duration_ms: 1 },
    });
    expect((await run(['dataset', 'profile', 'flights'])).stdout).toMatch(
      /delay +number +2 +90 +-3 +1\.5 +40\.5 +0 \(12\)/,
    );
  });
});
