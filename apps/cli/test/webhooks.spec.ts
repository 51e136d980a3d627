import { connectedClient } from './connected-client';

const NOW = '2024-01-01T00:00:00.000Z';
const etag = `sha256:${'1'.repeat(64)}`;
const hook = {
  name: 'deploys',
  url: 'https://ci.example.com/hook',
  events: ['alias.updated'],
  description: '',
  enabled: true,
  disabled_reason: null,
  waiting: 1,
  dead: 2,
  last_delivered_at: null,
  former_secret_until: null,
  etag,
  created_by: 'user:ada',
  created_at: NOW,
  updated_at: NOW,
};
const missing = { status: 404, body: { type: 'x', title: 'x', status: 404, detail: 'x', code: 'not-found' } };
const at = '/api/webhooks/deploys';

describe('svc webhook', () => {
  const { gateway, online } = connectedClient();

  it('creates one and shows its secret alone on standard output', async () => {
    gateway.on(`GET ${at}`, missing);
    gateway.on(`PUT ${at}`, { body: { ...hook, secret: 'whsec_x' } });
    const { stdout, stderr } = await online(['webhook', 'set', 'deploys', hook.url, '--event', 'alias.updated']);
    expect([stdout, stderr]).toEqual(['whsec_x\n', expect.stringContaining('this once')]);
    expect(gateway.received.at(-1)?.body).toEqual({
      url: hook.url,
      events: ['alias.updated'],
      description: '',
      enabled: true,
    });
    expect((await online(['webhook', 'set', 'deploys', hook.url, '--event', 'nonsense'])).code).toBe(2);
  });

  it('lists webhooks and deliveries, replays dead letters', async () => {
    const delivery = {
      id: '0190f5a0-0000-7000-8000-000000000001',
      webhook: 'deploys',
      event: { type: 'alias.updated', action: 'updated', timestamp: NOW, data: {} },
      state: 'dead',
      attempts: 10,
      due_at: null,
      created_at: NOW,
      tries: [{ at: NOW, status: 500, duration_ms: 1, error: 'the receiver answered 500' }],
    };
    gateway.on('GET /api/webhooks', { body: { items: [hook], next_cursor: null } });
    gateway.on(`GET ${at}/deliveries`, { body: { items: [delivery], next_cursor: null } });
    gateway.on(`POST ${at}/replay`, { body: { replayed: 1 } });
    expect((await online(['webhook', 'list'])).stdout).toContain('alias.updated');
    expect((await online(['webhook', 'deliveries', 'deploys', '--state', 'dead'])).stdout).toContain(
      'the receiver answered 500',
    );
    expect((await online(['webhook', 'replay', 'deploys', delivery.id])).stdout).toBe('1 due again\n');
    expect((await online(['webhook', 'replay', 'deploys'])).code).toBe(2);
  });

  it('exits with 1 when a test was not delivered', async () => {
    gateway.on(`POST ${at}/test`, {
      body: { at: NOW, status: 503, duration_ms: 5, error: 'the receiver answered 503', delivered: false },
    });
    const { code, stdout } = await online(['webhook', 'test', 'deploys']);
    expect([code, stdout]).toEqual([1, 'not delivered after 5 ms: the receiver answered 503\n']);
  });
});
