import type { ServiceName } from '@svc/contracts';
import { startNats } from '@svc/testing';
import { connect, type NatsConnection, StringCodec } from 'nats';
import { natsConfiguration } from './nats-configuration';

type Server = Awaited<ReturnType<typeof startNats>>;

const text = StringCodec();
const passwords = new Map<ServiceName, string>([
  ['gateway', 'g'],
  ['cert', 'c'],
  ['metrics', 'm'],
]);

describe('the NATS of a stack', () => {
  let server: Server;
  const connections: NatsConnection[] = [];
  beforeAll(async () => {
    server = await startNats({ configuration: natsConfiguration(passwords) });
  });
  afterAll(async () => {
    await Promise.all(connections.map((it) => it.close()));
    await server.stop();
  });

  async function as(service: ServiceName, password = passwords.get(service) ?? ''): Promise<NatsConnection> {
    const connection = await connect({
      servers: server.url,
      user: service,
      pass: password,
      inboxPrefix: `_INBOX_${service}`,
    });
    connections.push(connection);
    return connection;
  }

  /** Resolves with the server's objection to a subscription, or null once it is known to stand. */
  async function subscribing(connection: NatsConnection, subject: string): Promise<string | null> {
    const subscription = connection.subscribe(subject);
    const objection = (async () => {
      try {
        for await (const _ of subscription) return null;
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    })();
    // The server answers in order: when it has answered this, it has judged the subscription.
    await connection.flush();
    await connection.flush();
    subscription.unsubscribe();
    return objection;
  }

  it('lets nobody in without the password of a service', async () => {
    await expect(connect({ servers: server.url })).rejects.toThrow(/Authorization/i);
    await expect(as('cert', 'wrong')).rejects.toThrow(/Authorization/i);
  });

  it('carries a request to the service that owns the subject, and the reply back', async () => {
    const cert = await as('cert');
    const requests = cert.subscribe('svc.cert.>', { queue: 'cert' });
    void (async () => {
      for await (const message of requests) message.respond(text.encode(`heard ${message.subject}`));
    })();
    await cert.flush();
    const reply = await (await as('gateway')).request('svc.cert.certificate.get', text.encode(''), { timeout: 60_000 });
    expect(text.decode(reply.data)).toBe('heard svc.cert.certificate.get');
  });

  it('lets holders of leases confirm each change of another service, again and again, and take their leave', async () => {
    const [cert, metrics] = [await as('cert'), await as('metrics')];
    metrics.subscribe('svc.event.cert.fact.changed', { callback: (_, message) => message.respond(message.data) });
    await metrics.flush();
    const heard: string[] = [];
    const confirmed = cert.subscribe('_INBOX_cert.facts.*')[Symbol.asyncIterator]();
    for (const change of ['one', 'two', 'two']) {
      cert.publish('svc.event.cert.fact.changed', text.encode(change), { reply: `_INBOX_cert.facts.${change}` });
      const { value } = await confirmed.next();
      heard.push(value === undefined ? 'nothing' : text.decode(value.data));
    }
    expect(heard).toEqual(['one', 'two', 'two']);
    const left = cert.subscribe('svc.cert.fact.leave', { max: 1 });
    await cert.flush();
    metrics.publish('svc.cert.fact.leave', text.encode('me'));
    for await (const message of left) heard.push(text.decode(message.data));
    expect(heard.at(-1)).toBe('me');
  });

  it('lets a service hear its own requests and everybody’s hints', async () => {
    const metrics = await as('metrics');
    expect(await subscribing(metrics, 'svc.metrics.>')).toBeNull();
    expect(await subscribing(metrics, 'svc.event.cert.job.*')).toBeNull();
  });

  it.each(['svc.cert.>', 'svc.cert.certificate.get', 'svc.>', '>', '_INBOX_gateway.>', '_INBOX.>'])(
    'refuses that a service listens on %s of another',
    async (subject) => {
      expect(await subscribing(await as('metrics'), subject)).toMatch(/permissions violation/i);
    },
  );

  it.each([
    ['metrics', 'svc.compute.execution.start'],
    ['metrics', 'svc.cert.audit.lead'],
    ['cert', 'svc.metrics.metric.query'],
  ] as const)('refuses that %s calls what its rights do not name: %s', async (service, subject) => {
    const connection = await as(service);
    const refused = new Promise<unknown>((resolve) => {
      void (async () => {
        for await (const { data } of connection.status()) resolve(data);
      })();
    });
    connection.publish(subject, text.encode('{}'));
    expect(String(await refused)).toMatch(/permissions.violation/i);
  });

  it('refuses a hint in the name of another service', async () => {
    const cert = await as('cert');
    const heard: string[] = [];
    const hints = cert.subscribe('svc.event.>', { callback: (_error, message) => heard.push(message.subject) });
    await cert.flush();
    const metrics = await as('metrics');
    metrics.publish('svc.event.cert.job.1', text.encode('{}'));
    metrics.publish('svc.event.metrics.job.1', text.encode('{}'));
    await metrics.flush();
    await cert.flush();
    hints.unsubscribe();
    expect(heard).toEqual(['svc.event.metrics.job.1']);
  });
});
