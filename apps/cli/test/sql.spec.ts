import { connectedClient } from './connected-client';

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
});
