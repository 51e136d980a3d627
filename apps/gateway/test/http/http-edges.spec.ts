import { eventually } from '@svc/testing';
import { harness, METRIC, problemOf } from './http-calls';

describe('a path', () => {
  it('that nothing has is 404, one with another method is 405 and says which', async () => {
    const nothing = await harness.call('GET', '/api/nothing');
    expect([nothing.status, await problemOf(nothing)]).toMatchObject([404, { code: 'not-found' }]);
    const method = await harness.call('PATCH', '/api/metrics/delay');
    expect([method.status, method.headers.get('allow'), await problemOf(method)]).toMatchObject([
      405,
      'GET, HEAD, PUT, DELETE',
      { code: 'method-not-allowed' },
    ]);
    for (const path of ['/nothing', '/api', '/health', '/API/metrics', '/api/metrics/'])
      expect((await harness.call('GET', path)).status).toBe(404);
  });

  it('that is literal comes before one with a name in it', async () => {
    const used = [{ public_key: 'x', from: '2026-03-01T10:00:00.000Z', until: null }];
    const keys = {
      schema: 'svc.keys/v1',
      algorithm: 'ed25519',
      public_key: 'x',
      issuer: 'svc',
      audit_log_key: 'svc/audit+00000000+x',
      keys: used,
    };
    harness.services.on('svc.cert.certificate.public-key', () => keys);
    expect(await (await harness.call('GET', '/api/certificates/public-key', { token: null })).json()).toEqual(keys);
  });
});

describe('a service', () => {
  it('that is away is 503 at once, with a time to come back', async () => {
    harness.services.on('svc.metrics.metric.get', () => METRIC);
    await harness.nats.kill();
    const answer = await harness.call('GET', '/api/metrics/delay');
    expect([answer.status, answer.headers.get('retry-after'), await problemOf(answer)]).toMatchObject([
      503,
      expect.stringMatching(/^\d+$/),
      { code: 'unavailable' },
    ]);
    await harness.nats.restart();
    await eventually(async () => (await harness.call('GET', '/api/metrics/delay')).status === 200);
  });

  it('hears when the caller goes away', async () => {
    const abort = new AbortController();
    harness.services.on('svc.metrics.metric.query', () => {
      abort.abort();
      return new Promise(() => undefined);
    });
    await expect(
      harness.call('POST', '/api/metrics/delay/query', { body: {}, signal: abort.signal }),
    ).rejects.toThrow();
    await eventually(() =>
      harness.services.audit.some((it) => it.action === 'metric.query' && it.detail['code'] === 'deadline-exceeded'),
    );
  });
});

describe('a caller', () => {
  it('that calls too often is told when to go on', async () => {
    const slow = await harness.replica({ SVC_RATE_LIMIT: '3', SVC_RATE_LIMIT_ANONYMOUS: '2' });
    const first = await harness.call('GET', '/api/me', { at: slow });
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      '"default";q=3;w=60',
      expect.stringMatching(/^"default";r=2;t=\d+$/),
    ]);
    await harness.call('GET', '/api/me', { at: slow });
    await harness.call('GET', '/api/me', { at: slow });
    const refused = await harness.call('GET', '/api/me', { at: slow });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, await problemOf(refused)]).toMatchObject([
      429,
      true,
      { code: 'rate-limited' },
    ]);
    const guesses = [];
    for (let at = 0; at < 3; at += 1)
      guesses.push((await harness.call('GET', '/api/me', { at: slow, token: 'svc_pat_guess' })).status);
    expect(guesses).toEqual([401, 401, 429]);
  });
});
