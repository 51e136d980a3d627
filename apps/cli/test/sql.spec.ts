import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectedClient } from './connected-client';

const RECORD = {
  query_id: '00000000-0000-4000-8000-000000000001',
  state: 'succeeded',
  statement: 'from late',
  sources: {},
  started_at: '2026-01-01T00:00:00Z',
  duration_ms: 1,
  progress: null,
  row_count: 2,
  truncated: true,
  cached: false,
  error: null,
};

describe('svc sql', () => {
  const { gateway, online: run } = connectedClient();

  it('runs SQL from the command line or standard input, with parameters by position or name', async () => {
    const body = {
      columns: [{ name: 'n', type: 'integer' }],
      rows: [[1]],
      row_count: 1,
      truncated: false,
      sources: {},
      cached: false,
      duration_ms: 1,
      query_id: '00000000-0000-4000-8000-000000000001',
    };
    gateway.on('POST /api/sql', { body });
    expect((await run(['sql', 'select 1 as n', '--limit', '5'])).stdout).toBe('n\n1\n');
    await run(['sql', '-', '--param', '5', '--param', 'B6', '--param', '["a","b"]'], { input: 'select $1' });
    await run(['sql', 'select $year', '--param', 'year=2013', '--param', 'who=x=y']);
    expect(gateway.received.map((it) => it.body)).toMatchObject([
      { sql: 'select 1 as n', limit: 5 },
      { sql: 'select $1', parameters: [5, 'B6', ['a', 'b']] },
      { sql: 'select $year', parameters: { year: 2013, who: 'x=y' } },
    ]);
    expect((await run(['sql', 'select 1', '--param', 'a=1', '--param', '2'])).code).toBe(2);
  });

  it('warns of rows that are not certified, and ends with its own code where the service cut a file', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'svc-sql-')), 'rows.csv');
    const headers = { 'content-type': 'text/csv', 'svc-row-count': '2', 'svc-uncertified': 'late' };
    gateway.on('POST /api/sql', { headers: { ...headers, 'svc-truncated': 'true' }, text: 'n\n1\n2\n' });
    gateway.on('GET /api/sql/*', { body: RECORD });
    const cut = await run(['sql', 'from late', '--out', out]);
    expect(cut).toMatchObject({ code: 8, stderr: expect.stringContaining('cut after 2 rows') });
    expect(cut.stderr).toContain('not certified: late (svc derivation show late says why)');
    expect((await run(['sql', 'from late', '--out', out, '--limit', '2'])).code).toBe(0);
  });
});
