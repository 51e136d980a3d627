import { natsOptions } from './nats-options';

describe('the NATS connection of a service', () => {
  it('is tried for ever, also after refused credentials, and notices a dead peer within a minute', () => {
    expect(natsOptions('metrics', { SVC_NATS_URL: 'nats://127.0.0.1:4222' })).toMatchObject({
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      pingInterval: 20_000,
      maxPingOut: 2,
    });
  });

  it('has its own name and inbox', () => {
    expect(natsOptions('metrics', { SVC_NATS_URL: 'nats://127.0.0.1:4222' })).toMatchObject({
      name: 'svc-metrics',
      inboxPrefix: '_INBOX_metrics',
    });
  });

  it('takes credentials from the URL or from variables of their own', () => {
    expect(natsOptions('metrics', { SVC_NATS_URL: 'nats://m:p%40ss@a:4222, nats://b:4223' })).toMatchObject({
      servers: ['a:4222', 'b:4223'],
      user: 'm',
      pass: 'p@ss',
    });
    expect(
      natsOptions('metrics', { SVC_NATS_URL: 'tls://a:4222', SVC_NATS_USER: 'metrics', SVC_NATS_PASSWORD: 'x' }),
    ).toMatchObject({ user: 'metrics', pass: 'x', tls: {} });
  });

  it.each(['', '127.0.0.1:4222', 'http://a:4222', 'nats://a,'])('refuses %p without repeating it', (url) => {
    expect(() => natsOptions('metrics', { SVC_NATS_URL: url })).toThrow(
      'SVC_NATS_URL is not usable. Set it to one or more nats://host:port',
    );
  });
});
