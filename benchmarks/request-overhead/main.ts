import { type Beginning, begin, machineText } from '../measure/machine';
import { cpuTime } from '../measure/cpu-time';
import { type Arm, inTurn } from '../measure/in-turn';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { packageVersion } from '../measure/package-version';
import { median, quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { runningStack } from '../stack/running-stack';
import { type Load, load, type Target } from './load';
import { type Server, startExpress, startGateway } from './servers';

/*
 * What one small request costs on its way through svc, against an Express server that gives the same answer.
 * `npm run request-overhead -w @svc/benchmarks -- [seconds per slice] [rounds]`
 */

const CONNECTIONS = [1, 8, 32];
const EXPRESS = 'bare Express';

interface Slice extends Load {
  /** Processor milliseconds of everything that served, per request. */
  readonly cpuMs: number;
}

interface Comparison {
  readonly arms: readonly (Arm<Slice> & { readonly target: Target })[];
  readonly slices: ReadonlyMap<number, ReadonlyMap<string, readonly Slice[]>>;
}

async function main(seconds: number, rounds: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const answer = await stack.client.getMetric({ params: { name: 'departures' } });
  const servers: Server[] = [];
  try {
    for (const start of [() => startExpress(answer), () => startGateway(stack, { AUDIT_MODE: 'best-effort' }), () => startGateway(stack, { AUDIT_MODE: 'required' })]) servers.push(await start());
    const [express, unaudited, audited] = servers;
    if (express === undefined || unaudited === undefined || audited === undefined) throw new Error('a server is missing');
    const targets = targetsOf(express, unaudited, audited, stack.token);
    const pids = new Map<string, number[]>(targets.map(({ name }) => [name, name === EXPRESS ? [express.pid] : [unaudited.pid, audited.pid, ...stack.pids.values()]]));
    print(beginning, await compare(targets, pids, seconds, rounds), seconds, rounds);
  } finally {
    await Promise.all(servers.map((it) => it.stop()));
  }
}

function targetsOf(express: Server, unaudited: Server, audited: Server, token: string): readonly (Target & { readonly name: string })[] {
  const headers = { authorization: `Bearer ${token}` };
  const metric = '/api/metrics/departures';
  return [
    { name: EXPRESS, url: express.url + metric, headers, status: 200 },
    { name: 'gateway only: no token, no operation (`/health/live`)', url: `${unaudited.url}/health/live`, headers: {}, status: 200 },
    { name: 'gateway only: token, allowance, validation (a refusal)', url: `${unaudited.url}${metric}?unknown=1`, headers, status: 400 },
    { name: 'gateway + NATS + a handler that does nothing', url: `${unaudited.url}/api/me`, headers, status: 200 },
    { name: 'gateway + NATS + service + Postgres', url: unaudited.url + metric, headers, status: 200 },
    { name: 'the same, answered after its audit record', url: audited.url + metric, headers, status: 200 },
  ];
}

async function compare(targets: readonly (Target & { readonly name: string })[], pids: ReadonlyMap<string, readonly number[]>, seconds: number, rounds: number): Promise<Comparison> {
  const armsAt = (connections: number): (Arm<Slice> & { readonly target: Target })[] =>
    targets.map((target) => ({ name: target.name, target, run: () => slice(target, pids.get(target.name) ?? [], connections, seconds) }));
  say('warming up');
  await inTurn(armsAt(8), 1);
  const slices = new Map<number, ReadonlyMap<string, readonly Slice[]>>();
  for (const connections of CONNECTIONS) slices.set(connections, await inTurn(armsAt(connections), rounds, (text) => { say(`${String(connections)} connections, ${text}`); }));
  return { arms: armsAt(0), slices };
}

async function slice(target: Target, pids: readonly number[], connections: number, seconds: number): Promise<Slice> {
  const before = cpuTime(pids);
  const asked = await load(target, connections, seconds);
  return { ...asked, cpuMs: (cpuTime(pids) - before) / asked.latencies.length };
}

function print(beginning: Beginning, { arms, slices }: Comparison, seconds: number, rounds: number): void {
  process.stdout.write(`## Request overhead\n\n${machineText(beginning, { Express: packageVersion('express'), autocannon: packageVersion('autocannon') })}`);
  process.stdout.write(`- ${String(rounds)} slices of ${String(seconds)} s for each cell, arms in turn; percentiles over all requests of a cell, requests/s and processor time the median of its slices\n`);
  for (const [connections, at] of slices) {
    const bare = summary(at.get(EXPRESS) ?? []);
    const rows = arms.map(({ name }) => {
      const it = summary(at.get(name) ?? []);
      return [name, figure(it.p50), figure(it.p95), figure(it.p99), figure(it.perSecond), figure(it.cpuMs), times(it.p50 / bare.p50), times(it.cpuMs / bare.cpuMs), figure(it.p50 - bare.p50)];
    });
    process.stdout.write(`\n### ${String(connections)} connection${connections === 1 ? '' : 's'}\n\n`);
    process.stdout.write(markdownTable(['', 'p50 ms', 'p95 ms', 'p99 ms', 'requests/s', 'CPU ms/request', 'p50 ÷ Express', 'CPU ÷ Express', 'p50 − Express, ms'], rows));
  }
}

function summary(slices: readonly Slice[]): { readonly p50: number; readonly p95: number; readonly p99: number; readonly perSecond: number; readonly cpuMs: number } {
  const latencies = slices.flatMap((it) => [...it.latencies]);
  return {
    p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95), p99: quantile(latencies, 0.99),
    perSecond: median(slices.map((it) => it.perSecond)), cpuMs: median(slices.map((it) => it.cpuMs)),
  };
}

void main(Number(process.argv[2] ?? 4), Number(process.argv[3] ?? 5));
