import { spawn } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cpuTime } from '../measure/cpu-time';
import { runToEnd } from '../measure/ended-process';
import { type Arm, inTurn } from '../measure/in-turn';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable } from '../measure/markdown-table';
import { median } from '../measure/quantile';
import { say } from '../measure/say';
import { ROOT } from '../stack/running-stack';

/*
 * How long `./svc up` takes when nothing has changed, with all services as one file and from their many files.
 * A stack of its own, in `.svc/stack-start`. `npm run stack-start -w @svc/benchmarks -- [rounds]`
 */

const SVC = path.join(ROOT, 'svc');
const BUNDLES = path.join(ROOT, '.svc', 'bundles');
const ASIDE = `${BUNDLES}.aside`;
const ENV = { ...process.env, SVC_STATE_DIR: path.join(ROOT, '.svc', 'stack-start') };
const BUSY_LOOPS = 4;

interface Taken {
  readonly ms: number;
  /** Of everything that `up` started, until all was ready. */
  readonly cpuMs: number;
}

async function main(rounds: number): Promise<void> {
  const beginning = begin();
  try {
    await start();
    const arms = [0, BUSY_LOOPS].flatMap((loops) => [
      arm(loops, 'one file', (work) => work()),
      arm(loops, 'many files', withoutBundles),
    ]);
    const results = await inTurn(arms, rounds, (text) => {
      say(text);
    });
    process.stdout.write(
      `## Second start of a stack\n\n${machineText(beginning, {})}- ${String(rounds)} rounds, arms in turn\n\n`,
    );
    process.stdout.write(table(results));
  } finally {
    await runToEnd(SVC, ['reset', '--yes'], ENV);
  }
}

function arm(loops: number, kind: string, around: (work: () => Promise<Taken>) => Promise<Taken>): Arm<Taken> {
  const beside = loops === 0 ? '' : `, beside ${String(loops)} busy loops`;
  return {
    name: `${kind}${beside}`,
    run: async () => {
      await runToEnd(SVC, ['down'], ENV);
      const busy = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);']));
      try {
        return await around(start);
      } finally {
        for (const loop of busy) loop.kill('SIGKILL');
      }
    },
  };
}

/** A file where the folder should be: nothing can be bundled, as on a machine without a bundler. */
async function withoutBundles<T>(work: () => Promise<T>): Promise<T> {
  renameSync(BUNDLES, ASIDE);
  writeFileSync(BUNDLES, '');
  try {
    return await work();
  } finally {
    rmSync(BUNDLES);
    renameSync(ASIDE, BUNDLES);
  }
}

async function start(): Promise<Taken> {
  const before = cpuTime([process.pid]);
  const { ms } = await runToEnd(SVC, ['up', '--bare'], ENV);
  const { stdout } = await runToEnd(SVC, ['status', '--json'], ENV);
  const pids = [...stdout.matchAll(/"pid":\s*(\d+)/g)].map(([, pid]) => Number(pid));
  return { ms, cpuMs: cpuTime([process.pid, ...pids]) - before };
}

function table(results: ReadonlyMap<string, readonly Taken[]>): string {
  const rows = [...results].map(([name, all]) => {
    const ms = all.map((it) => it.ms);
    return [
      name,
      figure(Math.min(...ms)),
      figure(median(ms)),
      figure(Math.max(...ms)),
      figure(median(all.map((it) => it.cpuMs))),
    ];
  });
  return markdownTable(['services', 'least ms', 'p50 ms', 'most ms', 'CPU ms'], rows);
}

void main(Number(process.argv[2] ?? 5));
