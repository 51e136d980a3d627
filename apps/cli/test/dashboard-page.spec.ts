import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageData } from '@svc/contracts';
import { connectedClient } from './connected-client';
import { aDashboard, at, etag, published } from './dashboards';

const aPage = (tiles: PageData['tiles']): PageData => ({
  dashboard: 'flights',
  version: 1,
  published: true,
  page: { name: 'overview', title: 'Overview' },
  variables: {},
  tiles,
});
const tile = { id: 'departures', type: 'metric' as const, title: 'Departures' };
const answered: PageData['tiles'][number] = {
  ...tile,
  state: 'answered',
  answer: {
    columns: [{ name: 'departures', type: 'integer' }],
    rows: [[336776]],
    row_count: 1,
    truncated: false,
    sql: 'SELECT 1',
    cached: false,
  },
  sources: [
    {
      derivation: 'flown',
      params: {},
      run: '00000000-0000-4000-8000-000000000001',
      data_hash: etag,
      certificate_digest: etag,
      verdict: 'sound',
      as_of: at,
    },
  ],
};

describe('svc dashboard data, options and render', () => {
  const { svc, gateway, online } = connectedClient();
  const run = (...args: string[]) => online(['dashboard', ...args]);

  it('shows the first page with values and certificates', async () => {
    gateway
      .on('GET /api/dashboards/flights', { body: aDashboard({ status: 'published', published }) })
      .on('POST /api/dashboards/flights/pages/overview/data', { body: aPage([answered]) });
    const { code, stdout } = await run('data', 'flights', '--var', 'origin=["JFK"]', '--var', 'since=2013-01-01');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`Departures\\n336776\\nsound flown as of 2026-03-01 10:00 UTC, certificate ${etag}`),
    );
    expect(gateway.requests('POST /api/dashboards/flights/pages/overview/data')[0]?.body).toEqual({
      variables: { origin: ['JFK'], since: '2013-01-01' },
      draft: false,
    });
  });

  it('ends with 6 when a tile’s source is not certified, and with 1 when one has no answer', async () => {
    const uncertified: PageData['tiles'][number] = {
      ...tile,
      state: 'uncertified',
      sources: [{ name: 'flown', reason: 'it was revoked.' }],
    };
    gateway.on('POST /api/dashboards/flights/pages/overview/data', { body: aPage([uncertified]) });
    expect(await run('data', 'flights', 'overview')).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(/not certified now flown: it was revoked\./),
    });
    const failed: PageData['tiles'][number] = {
      ...tile,
      state: 'failed',
      problem: { type: '', title: '', status: 400, code: 'query-timeout', detail: 'It took too long.' },
    };
    gateway.on('POST /api/dashboards/flights/pages/overview/data', { body: aPage([answered, failed]) });
    expect(await run('data', 'flights', 'overview')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/336776[\s\S]*no answer It took too long\./),
    });
  });

  it('says of a filter what is chosen, and of how many', async () => {
    const choice = {
      id: 'which',
      type: 'filter' as const,
      title: 'Airport',
      state: 'filter' as const,
      variable: { name: 'origin', label: 'Airport', type: 'string' as const, control: 'multiselect' as const },
    };
    const offered = {
      from: 'derivation' as const,
      values: [{ value: 'EWR', label: 'Newark' }, { value: 'JFK' }],
      truncated: true,
      sources: [],
    };
    gateway.on('POST /api/dashboards/flights/pages/overview/data', {
      body: aPage([
        { ...choice, value: ['EWR', 'JFK'], options: offered },
        { ...choice, value: null, options: { from: 'any', values: [], truncated: false, sources: [] } },
      ]),
    });
    expect(await run('data', 'flights', 'overview')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Airport\nNewark, JFK of more than 2: Newark, JFK\n[\s\S]*Airport\nall\n/),
    });
  });

  it('lists the choices of a variable, and their source', async () => {
    const offered = {
      variable: 'origin',
      from: 'derivation',
      values: [{ value: 'EWR', label: 'Newark' }, { value: 'J\u001b[31mFK' }],
      truncated: true,
      sources: answered.sources,
    };
    gateway.on('GET /api/dashboards/flights/variables/origin/options', { body: offered });
    const { code, stdout, stderr } = await run('options', 'flights', 'origin', '--draft');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/EWR +Newark/)]);
    expect(stdout).not.toContain('\u001b[31m');
    expect(stderr).toMatch(/values of flown, certificate sha256:[\s\S]*there are more values/);
    expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toEqual({ draft: 'true' });
    gateway.on('GET /api/dashboards/flights/variables/since/options', {
      body: { variable: 'since', from: 'any', values: [], truncated: false, sources: [] },
    });
    expect((await run('options', 'flights', 'since')).stdout).toBe('any value of its type is accepted\n');
  });

  it('writes a picture as it was received', async () => {
    gateway.on('GET /api/dashboards/flights/pages/overview.svg', { text: '<svg/>\n', type: 'image/svg+xml' });
    expect((await run('render', 'flights', 'overview', '--var', 'origin=JFK', '--draft', '-o', 'page.svg')).code).toBe(
      0,
    );
    expect(readFileSync(join(svc.directory, 'page.svg'), 'utf8')).toBe('<svg/>\n');
    expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toEqual({
      variables: '{"origin":"JFK"}',
      draft: 'true',
    });
  });

  it('writes no picture into a file that is named as another kind', async () => {
    expect(await run('render', 'flights', 'overview', '-o', 'page.gif')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-o expects a file that ends in .svg or .png, not in .gif'),
    });
    expect(gateway.received).toEqual([]);
  });
});
