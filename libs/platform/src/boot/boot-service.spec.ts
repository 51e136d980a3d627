import { EventEmitter, once } from 'node:events';
import { Controller, type OnModuleDestroy } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { ProblemError, type RequestOf } from '@svc/contracts';
import { ANALYST, RpcSides } from '../../test/rpc-sides';
import { echo, relay, work } from '../../test/test-calls';
import { Readiness } from '../health/readiness';
import { Handles } from '../rpc/handles';
import { RpcClient } from '../rpc/client/rpc-client';

@Controller()
class MetricsSide {
  @Handles(echo)
  echo({ value }: RequestOf<typeof echo>): { value: unknown } {
    return { value };
  }
}

const order: string[] = [];
const gate = new EventEmitter();

/** Holds what its handler needs, as a pool does, and gives it up when Nest says so. */
@Controller()
class Holding implements OnModuleDestroy {
  @Handles(work)
  async work({ how }: RequestOf<typeof work>): Promise<{ done: string }> {
    if (how !== 'held') return { done: how };
    gate.emit('started');
    await once(gate, 'go on');
    order.push('answered');
    return { done: how };
  }

  onModuleDestroy(): void {
    order.push('given up');
  }
}

@Controller()
class AnotherEcho {
  @Handles(echo)
  echo({ value }: RequestOf<typeof echo>): { value: unknown } {
    return { value };
  }
}

@Controller()
class ComputesRelay {
  @Handles(relay)
  relay(): { who: string; trace: string } {
    return { who: '', trace: '' };
  }
}

@Controller()
class BareEvent {
  @EventPattern('anything')
  note(): void {}
}

describe('a booted service', () => {
  let sides: RpcSides;
  beforeAll(async () => {
    sides = await RpcSides.start();
  });
  afterAll(() => sides.stop());

  it('counts what it served, what it called and what is under way, by call and outcome', async () => {
    const metrics = await sides.boot('metrics', [MetricsSide]);
    const gateway = await sides.boot('gateway');
    const caller = gateway.app.get(RpcClient);
    await caller.call(echo, { value: 1 }, { principal: ANALYST });
    await caller.call(relay, {}, { principal: ANALYST }).catch(() => undefined);
    const served = await scrape(metrics.metricsUrl);
    expect(
      sample(served, 'svc_rpc_served_duration_seconds_count', ['call="test.echo"', 'code="ok"', 'service="metrics"']),
    ).toBe(1);
    expect(sample(served, 'svc_rpc_in_flight', ['call="test.echo"'])).toBe(0);
    expect(sample(served, 'svc_nats_connected', [])).toBe(1);
    expect(sample(served, 'process_cpu_seconds_total', [])).toBeGreaterThan(0);
    expect(
      sample(await scrape(gateway.metricsUrl), 'svc_rpc_called_duration_seconds_count', [
        'call="test.relay"',
        'code="unavailable"',
      ]),
    ).toBe(1);
  });

  it('serves its metrics where callers do not come', async () => {
    const metrics = await sides.boot('metrics');
    expect((await fetch(`${metrics.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${metrics.metricsUrl}/health/live`)).status).toBe(404);
  });

  it('is not ready while something it needs does not work, and says what', async () => {
    const metrics = await sides.boot('metrics');
    let works = false;
    metrics.app.get(Readiness).register({
      name: 'postgres',
      check: () => (works ? Promise.resolve() : Promise.reject(new Error('password is hunter2'))),
    });
    expect(await ready(metrics.url)).toEqual([
      503,
      { ready: false, checks: { nats: 'ok', postgres: 'failed', accepting: 'ok' } },
    ]);
    works = true;
    expect(await ready(metrics.url)).toEqual([
      200,
      { ready: true, checks: { nats: 'ok', postgres: 'ok', accepting: 'ok' } },
    ]);
  });

  it('is not ready from the moment it is asked to stop', async () => {
    const readiness = (await sides.boot('metrics')).app.get(Readiness);
    readiness.leave();
    expect(await readiness.report()).toMatchObject({ ready: false, checks: { accepting: 'failed' } });
  });

  it('gives up what its handlers need only after the last of them has answered', async () => {
    const metrics = await sides.boot('metrics', [Holding]);
    const caller = await sides.caller();
    const started = once(gate, 'started');
    const underWay = caller.call(work, { how: 'held' }, { principal: ANALYST });
    await started;
    const stopped = metrics.stop();
    const refused = async (): Promise<unknown> =>
      caller
        .call(work, { how: 'new' }, { principal: ANALYST, deadline: Date.now() + 100 })
        .catch((error: unknown) => error);
    let answer = await refused();
    while (!(answer instanceof ProblemError && answer.code === 'unavailable')) answer = await refused();
    gate.emit('go on');
    await stopped;
    expect(await underWay).toEqual({ done: 'held' });
    expect(order).toEqual(['answered', 'given up']);
  });

  it.each([
    ['two handlers of one call', [MetricsSide, AnotherEcho], 'two handlers want to answer svc.metrics.test.echo'],
    ["a handler of another service's call", [ComputesRelay], '"metrics" may not answer svc.compute.test.relay'],
    ['a handler that knows no contract', [BareEvent], 'anything: use @Handles(call)'],
  ])('does not start with %s', async (_, controllers, message) => {
    await expect(sides.boot('metrics', controllers)).rejects.toThrow(message);
  });
});

async function scrape(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return answer.text();
}

function sample(exposition: string, name: string, labels: readonly string[]): number {
  const line = exposition
    .split('\n')
    .find((it) => it.startsWith(`${name}{`) && labels.every((label) => it.includes(label)));
  return Number(line?.split(' ').at(-1));
}

async function ready(url: string): Promise<[number, unknown]> {
  const answer = await fetch(`${url}/health/ready`);
  return [answer.status, await answer.json()];
}
