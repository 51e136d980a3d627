import { CpuMeter } from '../measure/cpu-meter';
import type { RunningStack } from '../stack/running-stack';
import type { Target } from './load';
import { type Server, startExpress, startGateway } from './servers';

export const EXPRESS = 'bare Express';

/** One way to be answered, and the meter of everything that takes part in it. */
export interface Contender {
  readonly name: string;
  readonly target: Target;
  readonly meter: CpuMeter;
}

export interface Contenders {
  readonly all: readonly Contender[];
  stop(): Promise<void>;
}

/** Starts Express and two gateways beside the stack's own: one answers after the audit record, the other before. */
export async function startContenders(stack: RunningStack): Promise<Contenders> {
  const started: Server[] = [];
  const start = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    started.push(server);
    return server;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((it) => it.stop()));
  };
  try {
    const express = await start(startExpress(await stack.client.getMetric({ params: { name: 'departures' } })));
    const unaudited = await start(startGateway(stack, { AUDIT_MODE: 'best-effort' }));
    const audited = await start(startGateway(stack, { AUDIT_MODE: 'required' }));
    const bare = await CpuMeter.idle([express.pid], 1_000);
    const whole = await CpuMeter.idle([unaudited.pid, audited.pid, ...stack.pids.values()], 5_000);
    return {
      all: targetsOf(express, unaudited, audited, stack.token).map(([name, target]) => ({
        name,
        target,
        meter: name === EXPRESS ? bare : whole,
      })),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function targetsOf(
  express: Server,
  unaudited: Server,
  audited: Server,
  token: string,
): readonly (readonly [name: string, target: Target])[] {
  const headers = { authorization: `Bearer ${token}` };
  const metric = '/api/metrics/departures';
  return [
    [EXPRESS, { url: express.url + metric, headers, status: 200 }],
    [
      'gateway only: no token, no operation (`/health/live`)',
      { url: `${unaudited.url}/health/live`, headers: {}, status: 200 },
    ],
    [
      'gateway only: token, allowance, validation (a refusal)',
      { url: `${unaudited.url}${metric}?unknown=1`, headers, status: 400 },
    ],
    ['gateway + NATS + a handler that does nothing', { url: `${unaudited.url}/api/me`, headers, status: 200 }],
    ['gateway + NATS + service + Postgres', { url: unaudited.url + metric, headers, status: 200 }],
    ['the same, answered after its audit record', { url: audited.url + metric, headers, status: 200 }],
  ];
}
