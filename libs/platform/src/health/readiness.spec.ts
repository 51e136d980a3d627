import { Readiness } from './readiness';

describe('readiness', () => {
  const fails = () => Promise.reject(new Error('no'));

  it('is not there while a condition fails', async () => {
    const readiness = new Readiness();
    readiness.register({ name: 'nats', check: fails });
    expect(await readiness.report()).toEqual({ ready: false, checks: { nats: 'failed', accepting: 'ok' } });
  });

  it('stays, and says that the service is degraded, while only something is missing that others can do without', async () => {
    const readiness = new Readiness();
    readiness.register({ name: 'disk', degrades: true, check: fails });
    expect(await readiness.report()).toEqual({ ready: true, checks: { disk: 'degraded', accepting: 'ok' } });
  });
});
