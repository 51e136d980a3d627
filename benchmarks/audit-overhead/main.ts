import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurn } from '../measure/in-turn';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable } from '../measure/markdown-table';
import { median, quantile } from '../measure/quantile';
import { startContenders } from '../request-overhead/contenders';
import type { Target } from '../request-overhead/load';
import { runningStack } from '../stack/running-stack';

/*
 * What waiting for its audit record adds to one call: the same request to two gateways that differ in nothing else, one by
 * one in turn, each after the record of the one before is written. Beside it, what a bare write + fdatasync of one line takes.
 * `npm run audit-overhead -w @svc/benchmarks -- [requests to each]`
 */

/** Longer than a record takes, so that none is written while the next request is served. */
const PAUSE_MS = 10;
const WARM_UP = 100;
const LINE = Buffer.from(`${'x'.repeat(430)}\n`);

async function main(requests: number): Promise<void> {
  const beginning = begin();
  const contenders = await startContenders(await runningStack());
  const directory = await mkdtemp(path.join(tmpdir(), 'audit-overhead-'));
  const file = await open(path.join(directory, 'bare'), 'w');
  try {
    const arms = [
      ...contenders.all.slice(-2).map(({ name, target }) => ({ name, run: asking(target) })),
      { name: 'one line, write + fdatasync', run: () => timed(() => writeLine(file)) },
    ];
    await inTurn(arms, WARM_UP);
    const results = await inTurn(arms, requests);
    process.stdout.write(
      `## What its audit record adds to a call\n\n${machineText(beginning, {})}- ${String(requests)} requests to each, one by one in turn\n\n${table(results)}`,
    );
  } finally {
    await file.close();
    await rm(directory, { recursive: true });
    await contenders.stop();
  }
}

function asking({ url, headers, status }: Target): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== status) reject(new Error(`${url} answered ${String(answer.statusCode)}`));
        text(answer).then(() => {
          resolve();
        }, reject);
      }).on('error', reject);
    });
  return () => timed(ask);
}

async function writeLine(file: FileHandle): Promise<void> {
  await file.write(LINE);
  await file.datasync();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  const took = performance.now() - begun;
  await delay(PAUSE_MS);
  return took;
}

function table(results: ReadonlyMap<string, readonly number[]>): string {
  const [before = [], after = []] = [...results.values()];
  const rows = [...results].map(([name, took]) => [
    name,
    figure(quantile(took, 0.05)),
    figure(median(took)),
    figure(quantile(took, 0.95)),
  ]);
  const added = [0.05, 0.5, 0.95].map((share) => figure(quantile(after, share) - quantile(before, share)));
  return markdownTable(['', 'p5 ms', 'p50 ms', 'p95 ms'], [...rows, ['**added**', ...added]]);
}

void main(Number(process.argv[2] ?? 2_000));
