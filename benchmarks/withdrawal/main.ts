import { createClient } from '@svc/contracts';
import { type RunningService, startService } from '@svc/testing';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable } from '../measure/markdown-table';
import { median } from '../measure/quantile';
import { say } from '../measure/say';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { type Change, disabling, ofDashboard, ofMetric, type Reading, revoking } from './changes';
import { LOGIN, tokenOfPerson } from './person';

/*
 * How long revoking, disabling, unsharing and deleting take until they are acknowledged, while every replica holds leases on
 * what is withdrawn, and whether anybody answers from before it afterwards.
 * `npm run withdrawal -w @svc/benchmarks -- [withdrawals of each kind]`
 */

const REPLICAS = [1, 4];
/** Readings through each gateway before and after a withdrawal, so that every replica of metrics-service gets some. */
const READINGS = 8;
const GONE: readonly number[] = [401, 403, 404];

interface Measured {
  readonly ms: readonly number[];
  readonly checked: number;
  readonly stale: number;
}

async function main(times: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const rows: string[][] = [];
  for (const replicas of REPLICAS) {
    const started: RunningService[] = [];
    try {
      for (let n = 0; n < replicas; n += 1) started.push(await replica(stack, 'gateway'));
      const gateways = started.map((it) => it.url);
      for (let n = 1; n < replicas; n += 1) started.push(await replica(stack, 'metrics'));
      rows.push(...(await withReplicas(replicas, gateways, stack, times)));
    } finally {
      await Promise.all(started.map((it) => it.stop()));
    }
  }
  process.stdout.write(
    `## Withdrawal\n\n${machineText(beginning, {})}- ${String(times)} withdrawals of each kind, HTTP and audit included; before each of them every gateway was asked ${String(READINGS)} times and answered; right after its acknowledgement again\n\n`,
  );
  process.stdout.write(
    markdownTable(['replicas', '', 'p50 ms', 'worst ms', 'readings after it', 'answered from before'], rows, 2),
  );
}

/** One more of a service of the stack, without its limit of requests a minute. */
function replica(stack: RunningStack, service: 'gateway' | 'metrics'): Promise<RunningService> {
  const { SVC_HTTP_PORT: _, SVC_METRICS_PORT: __, ...environment } = environmentOf(stack, service);
  return startService(service === 'metrics' ? 'metrics-service' : service, {
    env: { ...environment, SVC_RATE_LIMIT: '1000000000', SVC_RATE_LIMIT_ANONYMOUS: '1000000000' },
  });
}

async function withReplicas(
  replicas: number,
  gateways: readonly string[],
  stack: RunningStack,
  times: number,
): Promise<string[][]> {
  const [baseUrl = ''] = gateways;
  const client = createClient({ baseUrl, token: stack.token });
  const viewer = await client.createToken({ body: { name: 'withdrawal', role: 'viewer' } });
  const person = await tokenOfPerson(baseUrl, client);
  const all = [
    revoking(client),
    disabling(client, LOGIN, person),
    ofDashboard(client, viewer.secret),
    ...ofMetric(client, viewer.secret),
  ];
  const rows: string[][] = [];
  for (const change of all) {
    say(`${String(replicas)} replicas: ${change.name}`);
    const { ms, checked, stale } = await measure(change, gateways, times);
    rows.push([
      String(replicas),
      change.name,
      figure(median(ms)),
      figure(Math.max(...ms)),
      checked.toLocaleString('en-US'),
      String(stale),
    ]);
  }
  await client.revokeToken({ params: { id: viewer.id } });
  return rows;
}

async function measure(change: Change, gateways: readonly string[], times: number): Promise<Measured> {
  const ms: number[] = [];
  let [checked, stale] = [0, 0];
  for (let n = 0; n < times; n += 1) {
    const reading = await change.prepare();
    if ((await readEverywhere(reading, gateways)).includes(false))
      throw new Error(`${change.name}: was refused before it was withdrawn`);
    const began = performance.now();
    await change.withdraw();
    ms.push(performance.now() - began);
    const after = await readEverywhere(reading, gateways);
    checked += after.length;
    stale += after.filter((it) => it).length;
  }
  return { ms, checked, stale };
}

function readEverywhere(reading: Reading, gateways: readonly string[]): Promise<boolean[]> {
  return Promise.all(gateways.flatMap((gateway) => Array.from({ length: READINGS }, () => read(reading, gateway))));
}

/** Whether it is answered. */
async function read({ secret, path, body }: Reading, gateway: string): Promise<boolean> {
  const answer = await fetch(gateway + path, {
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200 && !GONE.includes(answer.status)) throw new Error(`${path}: ${text}`);
  return answer.status === 200;
}

void main(Number(process.argv[2] ?? 20));
