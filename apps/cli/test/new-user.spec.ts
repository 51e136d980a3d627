import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectedClient } from './connected-client';
import { aDashboard } from './dashboards';
import { aDataset, aDerivation, aMetric, aPayload } from './documents';
import { refusal } from './fake-gateway';

const TOKEN = '00000000-0000-4000-8000-0000000000aa';

describe('what a new user needs', () => {
  const { svc, gateway, online } = connectedClient();
  const run = (...args: string[]) => online(args);

  it('suggests the name that was probably meant, wherever a name is wrong', async () => {
    const missing = refusal('not-found', 'Not found.');
    gateway
      .on('GET /api/derivations/departure', missing)
      .on('GET /api/derivations/departure/runs', missing)
      .on('GET /api/certificates/departure', missing)
      .on('GET /api/derivations', { body: { items: [aDerivation({ name: 'departures' })], next_cursor: null } });
    for (const words of [
      ['derivation', 'show'],
      ['derivation', 'history'],
      ['certificate', 'show'],
    ])
      expect((await run(...words, 'departure')).stderr).toContain('Did you mean "departures"?');
    expect((await run('derivation', 'show', 'departure', '--json')).stderr).not.toContain('Did you mean');
    expect((await run('token', 'create', 'ci', '--scope', 'metric:reed')).stderr).toContain(
      'did you mean "metric:read"?',
    );
    expect((await run('token', 'create', 'ci', '--role', 'edtor')).stderr).toContain('did you mean "editor"?');
  });

  it('prints the service’s own text where the names may not be listed', async () => {
    gateway
      .on('GET /api/metrics/delay', refusal('not-found', 'There is no metric "delay".'))
      .on('GET /api/metrics/delay/history', refusal('not-found', 'There is no metric "delay".'))
      .on('GET /api/metrics', refusal('forbidden', 'No.'));
    const { code, stderr } = await run('metric', 'show', 'delay');
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no metric "delay".')]);
  });

  it('names authors, and gives programs their ids', async () => {
    const versions = [
      {
        version: 2,
        definition: aMetric().definition,
        author: `token:${TOKEN}`,
        created_at: '2026-03-01T10:00:00Z',
        change: 'label',
      },
      {
        version: 1,
        definition: aMetric().definition,
        author: 'user:ada',
        created_at: '2026-03-01T10:00:00Z',
        change: 'created',
      },
    ];
    const token = {
      id: TOKEN,
      name: 'nightly load',
      owner: null,
      role: 'editor',
      scopes: [],
      created_at: '2026-03-01T10:00:00Z',
      created_by: 'user:ada',
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    };
    gateway
      .on('GET /api/metrics/delay/history', { body: { items: versions } })
      .on('GET /api/tokens', { body: { items: [token] } });
    const { stdout } = await run('metric', 'history', 'delay');
    expect(stdout).toMatch(/nightly load +label\n[^]* ada +created\n/);
    expect((await run('metric', 'history', 'delay', '--json')).stdout).toContain(`token:${TOKEN}`);
  });

  it.each([
    ['dataset', aDataset({ name: 'delay' }).version.data_hash, aDataset({ name: 'delay' })],
    ['metric', aMetric({ name: 'delay' }).etag, aMetric({ name: 'delay' })],
    ['dashboard', aDashboard({ name: 'delay' }).etag, aDashboard({ name: 'delay' })],
    ['derivation', aDerivation({ name: 'delay' }).etag, { ...aDerivation({ name: 'delay' }), source: '' }],
  ])('deletes a %s as it was read', async (noun, etag, body) => {
    gateway.on(`GET /api/${noun}s/delay`, { body }).on(`DELETE /api/${noun}s/delay`, { body: { deleted: true } });
    expect((await run(noun, 'delete', 'delay')).stdout).toBe('delay deleted\n');
    expect(gateway.received.at(-1)?.headers['if-match']).toBe(`"${etag}"`);
  });

  it('revokes a derivation for a reason, which it asks for', async () => {
    gateway.on('POST /api/derivations/delay/revoke', { body: aDerivation({ name: 'delay' }) });
    expect(await run('derivation', 'revoke', 'delay')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--reason is needed'),
    });
    expect((await run('derivation', 'revoke', 'delay', '--reason', 'wrong source')).code).toBe(0);
    expect(gateway.received.map((it) => it.body)).toEqual([{ reason: 'wrong source' }]);
  });

  it.each([
    [['Orders', 'orders.csv'], /name "Orders": must start with a letter/],
    [['orders', 'orders.csv', '--column', 'day:daet'], /--column day: there is no type "daet"; did you mean "date"\?/],
  ])('refuses dataset add %j before a byte is sent', async (args, message) => {
    writeFileSync(join(svc.directory, 'orders.csv'), 'day\n2026-01-01\n');
    const { code, stderr } = await run('dataset', 'add', ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(gateway.received).toEqual([]);
  });

  it('gives a pipe the certificate byte for byte', async () => {
    const text = `${JSON.stringify({ certificate: aPayload() })}\n`;
    gateway.on('GET /api/certificates/delay', { text });
    expect((await run('certificate', 'show', 'delay')).stdout).toBe(text);
  });
});
