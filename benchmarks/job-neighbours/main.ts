import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { environmentOf, ROOT, type RunningStack, runningStack } from '../stack/running-stack';

/*
 * What a caller notices of another one's uploads and runs, and of whoever reads /metrics: alone, and beside them.
 * `npm run job-neighbours -w @svc/benchmarks -- [slow runs] [readers of /metrics]`
 */

const ROW_GROUPS = 30_000;
const SLOW_SECONDS = 30;
const ASKED = 300;

/** A stranger to whoever has the other token. */
interface Caller {
  readonly id: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

async function main(slowRuns: number, readers: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const folder = mkdtempSync(join(tmpdir(), 'job-neighbours-'));
  const [busy, neighbour] = [await caller(stack, 'bench busy'), await caller(stack, 'bench neighbour')];
  try {
    const rows = [
      ...(await uploads(folder, busy, neighbour)),
      ...(await runs(slowRuns, busy, neighbour)),
      ...(await metrics(stack, readers, neighbour)),
    ];
    process.stdout.write(`## A neighbour of uploads, runs and readers of /metrics\n\n${machineText(beginning, {})}\n`);
    process.stdout.write(markdownTable(['what the neighbour does', 'beside', 'took', 'alone', 'ratio'], rows, 2));
  } finally {
    rmSync(folder, { recursive: true });
    for (const { id } of [busy, neighbour]) await stack.client.revokeToken({ params: { id } });
  }
}

async function caller(stack: RunningStack, name: string): Promise<Caller> {
  const { id, secret } = await stack.client.createToken({
    body: { name: `${name} ${String(Date.now())}`, role: 'editor' },
  });
  return {
    id,
    fetch: (path, init = {}) =>
      fetch(new URL(path, stack.gateway), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${secret}` },
      }),
  };
}

async function uploads(folder: string, busy: Caller, neighbour: Caller): Promise<string[][]> {
  say('uploads');
  const line = (name: string): Promise<number> => upload(neighbour, name, Buffer.from('a\n1\n'), 'csv');
  const alone = await line(unique('alone'));
  const rows: string[][] = [];
  for (const [what, groups, rowsInAll] of [
    [`${ROW_GROUPS.toLocaleString('en-US')} row groups, which are refused`, ROW_GROUPS, ROW_GROUPS],
    ['1,000 row groups, the most of that size', 1_000, 1_000],
  ] as const) {
    const file = join(folder, `${String(groups)}.parquet`);
    execFileSync(join(ROOT, '.svc/python/bin/python'), ['-c', WRITE_PARQUET, file, String(groups), String(rowsInAll)]);
    const bytes = readFileSync(file);
    const sent = upload(busy, unique('groups'), bytes, 'parquet');
    await delay(300);
    const beside = await line(unique('beside'));
    rows.push([
      'uploads one line',
      `a Parquet file of ${figure(bytes.length / 1e6)} MB in ${what}`,
      ms(beside),
      ms(alone),
      times(beside / alone),
    ]);
    await sent;
  }
  return rows;
}

const WRITE_PARQUET = `
import sys, pyarrow as pa, pyarrow.parquet as pq
file, groups, rows = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
pq.write_table(pa.table({"a": list(range(rows))}), file, row_group_size=max(1, rows // groups))
`;

async function upload(who: Caller, name: string, bytes: Buffer, kind: string): Promise<number> {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([new Uint8Array(bytes)]), `${name}.${kind}`);
  const begun = performance.now();
  const answer = await who.fetch('/api/datasets', { method: 'POST', body: form });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`an upload was answered ${String(answer.status)}`);
  return performance.now() - begun;
}

async function runs(slow: number, busy: Caller, neighbour: Caller): Promise<string[][]> {
  say('runs');
  const trivial = unique('trivial');
  await define(neighbour, trivial, 'return [{"a": 1}]');
  const alone = await run(neighbour, trivial);
  const names = Array.from({ length: slow }, (_, at) => unique(`slow${String(at)}`));
  for (const name of names)
    await define(busy, name, `import time; time.sleep(${String(SLOW_SECONDS)}); return [{"a": 1}]`);
  const jobs = await Promise.all(names.map((name) => start(busy, name)));
  await delay(2_000);
  const beside = await run(neighbour, trivial);
  for (const job of jobs) await busy.fetch(`/api/jobs/${job}`, { method: 'DELETE' });
  const what = `${String(slow)} runs of ${String(SLOW_SECONDS)} s, twice each`;
  return [['runs a trivial derivation', what, ms(beside), ms(alone), times(beside / alone)]];
}

async function define(who: Caller, name: string, body: string): Promise<void> {
  const text = `from svc import derivation\n\n\n@derivation()\ndef ${name}(ctx):\n    ${body}\n`;
  await json(who, `/api/derivations/${name}`, 'PUT', { files: { 'derivations/it.py': text } });
}

async function start(who: Caller, name: string): Promise<string> {
  const { id } = await json(who, `/api/derivations/${name}/run`, 'POST', { force: true });
  return String(id);
}

async function run(who: Caller, name: string): Promise<number> {
  const begun = performance.now();
  const job = await start(who, name);
  for (;;) {
    const { state } = await json(who, `/api/jobs/${job}`, 'GET');
    if (state === 'succeeded') return performance.now() - begun;
    if (state !== 'queued' && state !== 'running') throw new Error(`a run of ${name} ended as ${String(state)}`);
    await delay(50);
  }
}

async function json(who: Caller, path: string, method: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await who.fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const value: unknown = await answer.json();
  if (!answer.ok || typeof value !== 'object' || value === null)
    throw new Error(`${method} ${path} was answered ${String(answer.status)}: ${JSON.stringify(value)}`);
  return { ...value };
}

async function metrics(stack: RunningStack, readers: number, neighbour: Caller): Promise<string[][]> {
  say('/metrics');
  const { SVC_METRICS_HOST: host = '127.0.0.1', SVC_METRICS_PORT: port = '' } = environmentOf(stack, 'gateway');
  const asked = async (): Promise<readonly number[]> => {
    const taken: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const begun = performance.now();
      await (await neighbour.fetch('/api/me')).arrayBuffer();
      taken.push(performance.now() - begun);
    }
    return taken;
  };
  const alone = await asked();
  let over = false;
  let [read, refused] = [0, 0];
  const reading = Array.from({ length: readers }, async () => {
    while (!over) {
      const answer = await fetch(`http://${host}:${port}/metrics`);
      await answer.arrayBuffer();
      if (answer.ok) read += 1;
      else refused += 1;
      // As fast as one machine can be asked to; a loop without a pause would measure this process.
      await delay(10);
    }
  });
  const beside = await asked();
  over = true;
  await Promise.all(reading);
  return [0.5, 0.95].map((q) => {
    const [there, here] = [quantile(beside, q), quantile(alone, q)];
    const what = `${String(readers)} readers of /metrics on its own port, ${String(read)} readings, ${String(refused)} told to wait`;
    return [`asks for /api/me, p${String(q * 100)}`, what, ms(there), ms(here), times(there / here)];
  });
}

let made = 0;
function unique(name: string): string {
  made += 1;
  return `bench_${name}_${String(Date.now())}_${String(made)}`;
}

function ms(value: number): string {
  return `${figure(value)} ms`;
}

void main(Number(process.argv[2] ?? 8), Number(process.argv[3] ?? 16));
