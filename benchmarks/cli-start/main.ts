import path from 'node:path';
import { cpuTime } from '../measure/cpu-time';
import { runToEnd } from '../measure/ended-process';
import { type Arm, inTurn } from '../measure/in-turn';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { median, quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { ROOT, runningStack } from '../stack/running-stack';

/*
 * How long a command takes from Enter to the end of its process, against a Node.js that does nothing.
 * `npm run cli-start -w @svc/benchmarks -- [rounds]`
 */

const WARM_UP = 3;
const NODE = '`node -e 0`';
const CLIENT = path.join(ROOT, 'apps', 'cli', 'dist', 'svc.mjs');

interface Taken {
  readonly ms: number;
  /** Of the command alone, not of the service that answers it. */
  readonly cpuMs: number;
}

async function main(rounds: number): Promise<void> {
  const beginning = begin();
  const { gateway, token } = await runningStack();
  const env = { ...process.env, SVC_URL: gateway, SVC_TOKEN: token };
  const arm = (name: string, program: string, ...args: readonly string[]): Arm<Taken> => ({
    name,
    run: () => taken(program, args, env),
  });
  const arms = [
    arm(NODE, process.execPath, '-e', '0'),
    arm('`svc --help`', process.execPath, CLIENT, '--help'),
    arm('`svc metric list`', process.execPath, CLIENT, 'metric', 'list'),
    arm('`./svc metric list`, through the launcher', path.join(ROOT, 'svc'), 'metric', 'list'),
  ];
  const results = await inTurn(arms, rounds + WARM_UP, (text) => {
    say(text);
  });
  process.stdout.write(
    `## Command line start\n\n${machineText(beginning, {})}- ${String(WARM_UP)} warm-ups and ${String(rounds)} rounds, arms in turn\n\n`,
  );
  process.stdout.write(table(new Map([...results].map(([name, all]) => [name, all.slice(WARM_UP)]))));
}

async function taken(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Taken> {
  const before = cpuTime([process.pid]);
  const { ms } = await runToEnd(program, args, env);
  return { ms, cpuMs: cpuTime([process.pid]) - before };
}

function table(results: ReadonlyMap<string, readonly Taken[]>): string {
  const summary = (all: readonly Taken[]) => {
    const ms = all.map((it) => it.ms);
    return {
      best: Math.min(...ms),
      p50: median(ms),
      p95: quantile(ms, 0.95),
      cpu: all.reduce((sum, it) => sum + it.cpuMs, 0) / all.length,
    };
  };
  const bare = summary(results.get(NODE) ?? []);
  const rows = [...results].map(([name, all]) => {
    const it = summary(all);
    return [
      name,
      figure(it.best),
      figure(it.p50),
      figure(it.p95),
      figure(it.cpu),
      figure(it.p50 - bare.p50),
      times(it.p50 / bare.p50),
    ];
  });
  return markdownTable(['command', 'least ms', 'p50 ms', 'p95 ms', 'CPU ms', 'p50 − node, ms', 'p50 ÷ node'], rows);
}

void main(Number(process.argv[2] ?? 40));
