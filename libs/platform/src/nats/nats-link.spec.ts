import { once } from 'node:events';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@svc/contracts';
import { ANALYST, RpcSides } from '../../test/rpc-sides';
import { echo, relay } from '../../test/test-calls';
import { Handles } from '../rpc/handles';
import { RpcClient } from '../rpc/client/rpc-client';
import { NatsLink } from './nats-link';

/** What each service may do, as in the README. */
const PERMISSIONS = `
authorization {
  users = [
    { user: gateway, password: g, permissions: { publish: ["svc.metrics.>"], subscribe: ["svc.gateway.>", "svc.event.>", "_INBOX_gateway.>"], allow_responses: { max: 1, expires: "15m" } } }
    { user: metrics, password: m, permissions: { publish: ["svc.>"], subscribe: ["svc.metrics.>", "svc.event.>", "_INBOX_metrics.>"], allow_responses: { max: 1, expires: "15m" } } }
  ]
}`;

@Controller()
class MetricsSide {
  @Handles(echo)
  echo({ value }: RequestOf<typeof echo>): { value: unknown } {
    return { value };
  }
}

describe('services with a NATS user each', () => {
  let sides: RpcSides;
  const as = (user: string, password: string) => ({ env: { SVC_NATS_USER: user, SVC_NATS_PASSWORD: password } });
  beforeAll(async () => {
    sides = await RpcSides.start({ configuration: PERMISSIONS });
  });
  afterAll(() => sides.stop());

  it('call each other, and cannot listen to what is meant for another', async () => {
    await sides.boot('metrics', [MetricsSide], as('metrics', 'm'));
    const gateway = (await sides.boot('gateway', [], as('gateway', 'g'))).app;
    const overheard: string[] = [];
    const link = gateway.get(NatsLink);
    link.subscribe('svc.metrics.>', (message) => overheard.push(message.string()));
    link.subscribe('_INBOX_metrics.>', (message) => overheard.push(message.string()));
    await link.flush();
    expect(await gateway.get(RpcClient).call(echo, { value: 'private' }, { principal: ANALYST })).toEqual({
      value: 'private',
    });
    await link.flush();
    expect(overheard).toEqual([]);
    await expect(gateway.get(RpcClient).call(relay, {}, { principal: ANALYST })).rejects.toMatchObject({
      code: 'internal',
      facts: { cause: { code: 'PERMISSIONS_VIOLATION' } },
    });
  });
});

describe('the link of a service', () => {
  let sides: RpcSides;
  beforeAll(async () => {
    sides = await RpcSides.start();
  });
  afterAll(() => sides.stop());

  it('carries hints to whoever listens, also after NATS was away', async () => {
    const one = (await sides.boot('metrics')).app.get(NatsLink);
    const two = (await sides.boot('compute')).app.get(NatsLink);
    const heard = new EventTarget();
    const unsubscribe = two.subscribe('svc.event.metrics.>', (message) =>
      heard.dispatchEvent(new MessageEvent('hint', { data: message.string() })),
    );
    await two.flush();
    const first = once(heard, 'hint');
    expect(one.publish('svc.event.metrics.job.1', 'first')).toBe(true);
    expect(await first).toMatchObject([{ data: 'first' }]);

    const lost = new Promise<void>((resolve) => one.onLoss(resolve));
    const returned = Promise.all([one, two].map((link) => new Promise<void>((resolve) => link.onReturn(resolve))));
    await sides.nats.kill();
    await lost;
    expect(one.publish('svc.event.metrics.job.1', 'lost')).toBe(false);
    await sides.nats.restart();
    await returned;
    await two.flush();
    const second = once(heard, 'hint');
    one.publish('svc.event.metrics.job.1', 'second');
    expect(await second).toMatchObject([{ data: 'second' }]);
    await unsubscribe();
  });

  it('that is closed while it waits for NATS stops waiting', async () => {
    await sides.nats.kill();
    const link = new NatsLink(
      { servers: [`127.0.0.1:${sides.nats.port}`], reconnectTimeWait: 10 },
      { warn: () => undefined, info: () => undefined, error: () => undefined },
    );
    const opening = link.open();
    await link.close();
    await expect(opening).rejects.toThrow('aborted');
    await sides.nats.restart();
  });
});
