import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '@svc/contracts';
import { connectedClient } from './connected-client';
import { aDataset, aDerivation, aJob, aRun } from './documents';
import { refusal } from './fake-gateway';
import { events, FakeService } from './fake-service';

describe('datasets, derivations, tokens and jobs', () => {
  const { svc, gateway, online } = connectedClient();
  const run = (...args: string[]) => online(args);

  it('streams a file with its declared types', async () => {
    writeFileSync(join(svc.directory, 'flights.csv'), 'carrier\nB6\n');
    gateway.on('POST /api/datasets', { status: 201, body: aDataset() });
    const { code, stdout } = await run(
      'dataset',
      'add',
      'flights',
      'flights.csv',
      '--column',
      'a:b:number',
      '--null-value',
      'NA',
      '--description',
      'Every flight',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^flights: 3 rows, 1 columns, sha256:5+\n$/);
    const { text } = gateway.received[0] ?? { text: '' };
    expect(text).toContain('name="columns"\r\n\r\n{"a:b":"number"}');
    expect(text).toContain('name="null_values"\r\n\r\n["NA"]');
    expect(text).toContain('name="file"; filename="flights.csv"');
    expect(text).toContain('\r\n\r\ncarrier\nB6\n\r\n');
  });

  it.each([
    [[], {}],
    [['--project'], { visibility: 'project' }],
    [['--private'], { visibility: 'private' }],
    [['--group', 'ops', '--group', 'finance'], { visibility: 'groups', groups: 'ops,finance' }],
  ])('registers a dataset for whom dataset add %j says', async (args, query) => {
    gateway.on('POST /api/datasets', { body: aDataset() });
    writeFileSync(join(svc.directory, 'rows.csv'), 'n\n1\n');
    gateway.received.length = 0;
    await run('dataset', 'add', 'rows', 'rows.csv', ...args);
    expect(gateway.received.map((it) => Object.fromEntries(it.query))).toEqual([query]);
  });

  it('refuses a group that a list cannot name before a byte is sent', async () => {
    gateway.received.length = 0;
    writeFileSync(join(svc.directory, 'rows.csv'), 'n\n1\n');
    expect(await run('dataset', 'add', 'rows', 'rows.csv', '--group', 'CN=a,OU=b')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('contains a comma'),
    });
    expect(gateway.received).toEqual([]);
  });

  it('says which rows the service could not read', async () => {
    writeFileSync(join(svc.directory, 'bad.csv'), 'n\nx\n');
    gateway.on(
      'POST /api/datasets',
      refusal('bad-rows', 'Line 2 is not an integer.', {
        errors: [{ pointer: '/rows/2/n', message: '"x" is not an integer' }],
      }),
    );
    const { code, stderr } = await run('dataset', 'add', 'bad', 'bad.csv');
    expect(code).toBe(1);
    expect(stderr).toContain('at /rows/2/n "x" is not an integer');
  });

  it('shows a derivation with its gates and what was skipped', async () => {
    const attestation = {
      question: 'q',
      kind: 'comparison',
      verdict: 'sound' as const,
      reason: 'r',
      adjusted_for: [],
      estimate: {
        value: 12.1234567,
        label: 'afternoon - morning',
        unit: 'minutes',
        interval: { level: 0.995, low: 11.2, high: 13 },
        n: 328_521,
      },
      gates: [
        {
          name: 'reproducible',
          verdict: 'sound' as const,
          statistic: 0.25,
          threshold: null,
          n: 10,
          seed: null,
          detail: 'both runs gave the same rows',
        },
      ],
      skipped: [{ name: 'sample-ratio', reason: 'no intended split is declared' }],
      oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
    };
    gateway
      .on('GET /api/derivations/flown', { body: aDerivation() })
      .on('GET /api/derivations/flown/runs', { body: { items: [aRun({ attestation })], next_cursor: null } });
    const { stdout } = await run('derivation', 'show', 'flown');
    expect(stdout).toMatch(/estimate +12\.1235 minutes \(99\.5 %: 11\.2 … 13\), afternoon - morning, n = 328521/);
    expect(stdout).toMatch(/✓ reproducible {2}both runs gave the same rows \(statistic 0\.25\)/);
    expect(stdout).toMatch(/– sample-ratio {2}not run: no intended split is declared/);
  });

  it('runs a derivation and ends as its outcome says', async () => {
    const service = new FakeService(gateway);
    service.serve({ datasets: [], derivations: ['flown'], metrics: [] });
    expect((await run('derivation', 'run', 'flown', '--require-sound')).code).toBe(0);
    service.endings.set('flown', { verdict: 'unsound' });
    expect((await run('derivation', 'run', 'flown')).code).toBe(0);
    expect((await run('derivation', 'run', 'flown', '--require-sound')).code).toBe(6);
    service.endings.set('flown', { verdict: null, outcome: 'failed' });
    expect((await run('derivation', 'run', 'flown')).code).toBe(1);
    await run('derivation', 'run', 'flown', '--force', '--param', 'year=2013', '--param', 'who=ann');
    expect(gateway.requests('POST /api/derivations/flown/run').at(-1)?.body).toEqual({
      force: true,
      params: { year: 2013, who: 'ann' },
    });
    expect((await run('derivation', 'run', 'flown@winter', '--param', 'year=2013')).stdout).toContain('flown@winter');
    expect(gateway.requests('POST /api/derivations/flown/run').at(-1)?.body).toMatchObject({ set: 'winter' });
    expect((await run('derivation', 'run', 'flown@')).code).toBe(2);
  });

  it('previews a verdict, saying that it certifies nothing and that the look was recorded', async () => {
    const service = new FakeService(gateway);
    const found = {
      question: 'q',
      kind: 'comparison',
      verdict: 'unsound',
      reason: 'carrier explains it',
      estimate: null,
      adjusted_for: [],
      skipped: [],
      gates: [
        {
          name: 'confounding',
          verdict: 'unsound',
          statistic: 4,
          threshold: 3.29,
          n: 10,
          seed: null,
          detail: 'carrier explains it',
        },
      ],
      oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null, looks: 2 },
    };
    service.serve({ datasets: [], derivations: ['flown'], metrics: [] });
    gateway
      .on('POST /api/derivations/flown/check', { status: 202, body: aJob() })
      .on(`GET /api/jobs/${aJob().id}/events`, events([aJob({ state: 'succeeded', result: found })]));
    const { code, stdout, stderr } = await run('derivation', 'check', 'flown', '--param', 'year=2013');
    expect(code).toBe(0);
    expect(gateway.requests('POST /api/derivations/flown/check')[0]?.body).toEqual({ params: { year: 2013 } });
    expect(stdout).toMatch(
      /^verdict +unsound\n[^]*✗ confounding {2}carrier explains it \(statistic 4, threshold 3\.29\)/,
    );
    expect(stderr).toMatch(
      /preview This is not a certificate, and no attempt was counted\. The preview is recorded, as number 3 on this data/,
    );
    expect((await run('derivation', 'check', 'flown', '--require-sound')).code).toBe(6);
    expect(JSON.parse((await run('derivation', 'check', 'flown', '--json')).stdout)).toEqual(found);
  });

  it('keeps the pictures of the newest run, or of the one asked for, as they were received', async () => {
    const id = aRun().id;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>µ</text></svg>\n';
    gateway
      .on('GET /api/derivations/flown/runs', { body: { items: [aRun()], next_cursor: null } })
      .on(`GET /api/derivations/flown/runs/${id}/pictures`, { text: svg, type: 'image/svg+xml' });
    expect(await run('derivation', 'pictures', 'flown')).toEqual({ code: 0, stdout: svg, stderr: '' });
    expect((await run('derivation', 'pictures', 'flown', '--run', id, '-o', 'flown.svg')).code).toBe(0);
    expect(readFileSync(join(svc.directory, 'flown.svg'), 'utf8')).toBe(svg);
    gateway.on('GET /api/derivations/flown/runs', { body: { items: [], next_cursor: null } });
    const { code, stderr } = await run('derivation', 'pictures', 'flown');
    expect(code).toBe(1);
    expect(stderr).toContain('next: svc derivation run flown');
  });

  it('prints a new token’s secret alone on standard output', async () => {
    const token = {
      id: '00000000-0000-4000-8000-000000000002',
      name: 'ci',
      owner: null,
      role: 'editor',
      scopes: ['metric:read'],
      created_at: '2026-03-01T10:00:00Z',
      created_by: 'token:ann',
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    };
    gateway
      .on('POST /api/tokens', { status: 201, body: { ...token, secret: 'svc_pat_secret' } })
      .on('GET /api/tokens', { body: { items: [token] } })
      .on(`DELETE /api/tokens/${token.id}`, { body: token });
    const { stdout, stderr } = await run(
      'token',
      'create',
      'ci',
      '--role',
      'editor',
      '--scope',
      'metric:read,metric:query',
      '--expires-in-days',
      '7',
    );
    expect(stdout).toBe('svc_pat_secret\n');
    expect(stderr).toContain('shown this once');
    expect(gateway.received[0]?.body).toEqual({
      name: 'ci',
      role: 'editor',
      scopes: ['metric:read', 'metric:query'],
      expires_in_days: 7,
    });
    expect((await run('token', 'create', 'ci', '--scope', 'metric:reed')).code).toBe(2);
    expect((await run('token', 'list')).stdout).toMatch(/ci +\w+( \S+)? +editor/);
    expect((await run('token', 'revoke', token.id)).code).toBe(0);
  });

  it('follows a job to its end, and ends as it did', async () => {
    const id = aJob().id;
    gateway.on(
      `GET /api/jobs/${id}/events`,
      events([
        aJob({ state: 'running', progress: { done: 1, total: 2, message: 'half way' } }),
        aJob({
          state: 'failed',
          error: {
            type: 'urn:svc:problem:internal',
            title: 'Something went wrong',
            status: 500,
            detail: 'It did.',
            code: 'internal',
          },
        }),
      ]),
    );
    const { code, stdout, stderr } = await run('job', 'watch', id);
    expect(code).toBe(1);
    expect(stderr).toBe(`${id}\n`);
    expect(stdout).toMatch(/error +Something went wrong: It did\./);
  });

  it('lists jobs with who started them, by kind and state, and gives programs the page', async () => {
    const { result: _, ...job } = aJob({
      state: 'failed',
      error: new ProblemError('conflict', 'It moved.').toProblem(),
    });
    const page = { items: [{ ...job, kind: 'derivation.run', actor: 'user:ada' }], next_cursor: 'YWZ0ZXI6' };
    gateway.on('GET /api/jobs', { body: page });
    const { stdout } = await run(
      'job',
      'list',
      '--kind',
      'derivation.run',
      '--state',
      'failed',
      '--mine',
      '--limit',
      '1',
    );
    expect(String(gateway.received[0]?.query)).toBe('limit=1&mine=true&kind=derivation.run&state=failed');
    expect(stdout).toMatch(/kind +state +started by +created +id +progress\n/);
    expect(stdout).toMatch(new RegExp(`derivation\\.run +failed +ada +.* ${job.id} `));
    expect(JSON.parse((await run('job', 'list', '--json')).stdout)).toEqual(page);
    const typo = await run('job', 'list', '--kind', 'derivation.runs');
    expect(typo).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "derivation.run"?') });
  });

  it('says who it is', async () => {
    gateway.on('GET /api/me', {
      body: { id: 'token:ann', kind: 'token', role: 'viewer', scopes: ['metric:read'], groups: ['team'] },
    });
    expect((await run('whoami')).stdout).toMatch(
      /id +token:ann\nkind +token\nrole +viewer\ngroups +team\nscopes +metric:read/,
    );
  });
});
