import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@svc/contracts';
import { ANALYST, RpcSides } from '../../test/rpc-sides';
import { echo, slow } from '../../test/test-calls';
import { NatsLink } from '../nats/nats-link';
import { HEADER, presenceSubject } from '../wire/headers';
import type { CallContext } from './call-context';
import { Handles } from './handles';
import { RpcClient } from './client/rpc-client';

const origin = { principal: ANALYST };
const events = new EventEmitter();
const served = { one: 0, two: 0 };

@Controller()
class One {
  @Handles(echo)
  echo({ value }: RequestOf<typeof echo>): { value: unknown } {
    served.one += 1;
    return { value };
  }

  @Handles(slow)
  async slow(_: RequestOf<typeof slow>, { signal }: CallContext): Promise<Record<string, never>> {
    events.emit('started');
    await once(events, 'never', { signal });
    return {};
  }
}

@Controller()
class Two {
  @Handles(echo)
  echo({ value }: RequestOf<typeof echo>): { value: unknown } {
    served.two += 1;
    return { value };
  }
}

describe('two replicas of a service', () => {
  let sides: RpcSides;
  let caller: RpcClient;
  beforeAll(async () => {
    sides = await RpcSides.start();
    await sides.boot('metrics', [One]);
    await sides.boot('metrics', [Two]);
    caller = await sides.caller();
  });
  afterAll(() => sides.stop());

  it('execute each request once, and share them', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => caller.call(echo, { value: index }, origin)));
    expect(served.one + served.two).toBe(100);
    expect(Math.min(served.one, served.two)).toBeGreaterThan(0);
  });
});

describe('a call given up in the turn of the event loop in which it was made', () => {
  let sides: RpcSides;
  beforeAll(async () => {
    sides = await RpcSides.start();
    await sides.boot('metrics', [One]);
  });
  afterAll(() => sides.stop());

  it('is never executed, and those made beside it are', async () => {
    const caller = await sides.caller();
    const before = served.one;
    const over = new AbortController();
    const given = caller.call(echo, { value: 1 }, { ...origin, signal: over.signal });
    const kept = caller.call(echo, { value: 2 }, origin);
    // Microtasks alone: the turn does not end, and by now both wait for its end.
    for (let n = 0; n < 50; n += 1) await Promise.resolve();
    over.abort();
    await expect(given).rejects.toMatchObject({ code: 'deadline-exceeded' });
    await expect(kept).resolves.toEqual({ value: 2 });
    expect(served.one - before).toBe(1);
  });
});

describe('a call that nobody answers', () => {
  let sides: RpcSides;
  beforeAll(async () => {
    sides = await RpcSides.start();
  });
  afterAll(() => sides.stop());

  it('fails as unavailable with Retry-After, at once', async () => {
    const caller = await sides.caller();
    const error = await caller
      .call(echo, { value: 1 }, { ...origin, deadline: Date.now() + 60_000 })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable', facts: { retryAfter: 2 } });
  });
});

describe('a process that dies with a call in its hands', () => {
  let sides: RpcSides;
  beforeAll(async () => {
    sides = await RpcSides.start();
  });
  afterAll(() => sides.stop());

  it('is noticed within seconds by a caller whose deadline is minutes away, whether or not another replica lives', async () => {
    const dying = await sides.bare();
    const taken = new Promise<void>((resolve) =>
      dying.subscribe(slow.subject, { queue: 'metrics', callback: () => resolve() }),
    );
    await dying.flush();
    const call = (await sides.caller()).call(slow, {}, origin);
    await taken;
    await sides.boot('metrics', [One]);
    await dying.close();
    await expect(call).rejects.toMatchObject({ code: 'unavailable', facts: { retryAfter: 1 } });
  });

  it('differs from one that is at work, which says so when asked', async () => {
    await sides.boot('metrics', [One]);
    const caller = await sides.caller();
    const bare = await sides.bare();
    const id = new Promise<string>((resolve) =>
      bare.subscribe(slow.subject, {
        callback: (_, message) => resolve(message.headers?.get(HEADER.traceparent) ?? ''),
      }),
    );
    await bare.flush();
    const [started, over] = [once(events, 'started'), new AbortController()];
    const call = caller.call(slow, {}, { ...origin, signal: over.signal });
    await started;
    const present = (call: string) =>
      bare.request(presenceSubject('metrics'), call, { timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    expect(await Promise.all([present(await id), present('00-another-call')])).toEqual([true, false]);
    over.abort();
    await expect(call).rejects.toMatchObject({ code: 'deadline-exceeded' });
  });
});

describe('when NATS dies', () => {
  let sides: RpcSides;
  beforeEach(async () => {
    sides = await RpcSides.start();
  });
  afterEach(() => sides.stop());

  it('calls under way and new calls fail at once as unavailable; both sides come back by themselves, however long it was away', async () => {
    const metrics = await sides.boot('metrics', [One]);
    const gateway = await sides.boot('gateway');
    const caller = gateway.app.get(RpcClient);
    const started = once(events, 'started');
    const underWay = caller.call(slow, {}, origin);
    await started;
    await sides.nats.kill();
    await expect(underWay).rejects.toMatchObject({ code: 'unavailable', facts: { retryAfter: 2 } });
    await expect(caller.call(echo, { value: 1 }, origin)).rejects.toMatchObject({
      name: 'ProblemError',
      code: 'unavailable',
    });
    await expect(readiness(metrics.url)).resolves.toMatchObject({ status: 503, checks: { nats: 'failed' } });
    expect((await fetch(`${metrics.url}/health/live`)).status).toBe(200);

    // The client's default gives up after 10 tries; see more than that fail before the server returns.
    await refusals(sides.nats.port, 24);
    const returned = Promise.all(
      [metrics, gateway].map(({ app }) => new Promise<void>((resolve) => app.get(NatsLink).onReturn(resolve))),
    );
    await sides.nats.restart();
    await returned;
    expect(await caller.call(echo, { value: 'back' }, origin, { retry: true })).toEqual({ value: 'back' });
    await expect(readiness(metrics.url)).resolves.toMatchObject({ status: 200, checks: { nats: 'ok' } });
  });
});

async function readiness(url: string): Promise<object> {
  const answer = await fetch(`${url}/health/ready`);
  const { checks }: { checks?: unknown } = JSON.parse(await answer.text());
  return { status: answer.status, checks };
}

/** Takes the port of a dead server and turns `count` connections away. */
async function refusals(port: number, count: number): Promise<void> {
  let refused = 0;
  const server = createServer((socket) => {
    socket.destroy();
    refused += 1;
    if (refused === count) server.close();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'close');
}
