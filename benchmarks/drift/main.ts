import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { compareTables, type Sample } from '@svc/drift';
import { z } from 'zod';
import { runToEnd } from '../measure/ended-process';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { say } from '../measure/say';

/*
 * Drift of 40 numbers and 10 categories between two Parquet files: libs/drift, and Evidently's DataDriftPreset.
 * `npm run drift -w @svc/benchmarks -- [rows] [python with evidently]`
 */

const NUMBERS = 40;
const CATEGORIES = 10;
const EVIDENTLY = 'evidently==0.7.23';

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly drifted: readonly string[];
}

async function main(rows: number, python: string | undefined): Promise<void> {
  const beginning = begin();
  const folder = mkdtempSync(join(tmpdir(), 'svc-drift-'));
  try {
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
    const files = [join(folder, 'reference.parquet'), join(folder, 'current.parquet')] as const;
    say(`two files of ${String(rows)} rows and ${String(NUMBERS + CATEGORIES)} columns`);
    await writeTable(connection, files[0], rows, false);
    await writeTable(connection, files[1], rows, true);
    say('libs/drift');
    const ours = await measureOurs(connection, files);
    const theirs = await measureEvidently(files, folder, python ?? (await withEvidently(folder)));
    requireSame(ours.drifted, theirs.drifted);
    process.stdout.write(
      `## Drift, ${rows.toLocaleString('en-US')} rows × ${String(NUMBERS + CATEGORIES)} columns\n\n`,
    );
    process.stdout.write(`${machineText(beginning, { Evidently: EVIDENTLY.split('==')[1] ?? '' })}`);
    process.stdout.write(
      `- reading the two files included; both found the same ${String(ours.drifted.length)} columns\n\n`,
    );
    process.stdout.write(
      markdownTable(
        ['', 's', 'CPU s'],
        [
          ['libs/drift', figure(ours.seconds), figure(ours.cpuSeconds)],
          ['Evidently', figure(theirs.seconds), figure(theirs.cpuSeconds)],
          ['ratio', times(theirs.seconds / ours.seconds), times(theirs.cpuSeconds / ours.cpuSeconds)],
        ],
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every second column of the current table has moved, by half a deviation or to other shares. */
async function writeTable(connection: DuckDBConnection, file: string, rows: number, moved: boolean): Promise<void> {
  const shift = (at: number): number => (moved && at % 2 === 1 ? 0.5 : 0);
  const columns = [
    ...Array.from(
      { length: NUMBERS },
      (_, at) => `sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) + ${String(shift(at))} AS n${String(at)}`,
    ),
    ...Array.from(
      { length: CATEGORIES },
      (_, at) => `'c' || floor(8 * random() ** ${String(1 + 2 * shift(at))})::INT AS c${String(at)}`,
    ),
  ];
  await connection.run(`COPY (SELECT ${columns.join(', ')} FROM range(${String(rows)})) TO '${file}' (FORMAT parquet)`);
}

async function measureOurs(connection: DuckDBConnection, files: readonly [string, string]): Promise<Measured> {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const report = compareTables(await samplesOf(connection, files[0]), await samplesOf(connection, files[1]));
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: (performance.now() - begun) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    drifted: report.columns.filter(({ verdict }) => verdict === 'drift').map(({ column }) => column),
  };
}

async function samplesOf(connection: DuckDBConnection, file: string): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample>();
  for (let at = 0; at < NUMBERS; at++)
    samples.set(`n${String(at)}`, await numbersOf(connection, file, `n${String(at)}`));
  for (let at = 0; at < CATEGORIES; at++) {
    const name = `c${String(at)}`;
    const counted = await connection.runAndReadAll(`SELECT ${name}, count(*)::INT FROM '${file}' GROUP BY 1`);
    const counts = z.array(z.tuple([z.string(), z.number()])).parse(counted.getRows());
    samples.set(name, { kind: 'categorical', counts: new Map(counts), nulls: 0 });
  }
  return samples;
}

async function numbersOf(connection: DuckDBConnection, file: string, name: string): Promise<Sample> {
  const result = await connection.run(`SELECT ${name} FROM '${file}' WHERE ${name} IS NOT NULL`);
  const chunks = await result.fetchAllChunks();
  const values = new Float64Array(chunks.reduce((rows, chunk) => rows + chunk.rowCount, 0));
  let at = 0;
  for (const chunk of chunks) for (const value of chunk.getColumnValues(0)) values[at++] = Number(value);
  return { kind: 'numeric', values, nulls: 0 };
}

async function withEvidently(folder: string): Promise<string> {
  say(`installing ${EVIDENTLY}`);
  await runToEnd('python3', ['-m', 'venv', join(folder, 'venv')], process.env);
  const python = join(folder, 'venv/bin/python');
  await runToEnd(python, ['-m', 'pip', 'install', '--quiet', EVIDENTLY, 'pandas<3', 'pyarrow'], process.env);
  return python;
}

const SCRIPT = `
import json, sys, time
import pandas as pd
from evidently import Report
from evidently.presets import DataDriftPreset
begun, cpu = time.perf_counter(), time.process_time()
reference, current = (pd.read_parquet(path) for path in sys.argv[1:])
found = Report([DataDriftPreset()]).run(current, reference).dict()
drifted = []
for metric in found["metrics"]:
    config = metric.get("config", {})
    if "column" in config and "threshold" in config:
        value, threshold = float(metric["value"]), float(config["threshold"])
        if value < threshold if "p_value" in config["method"] else value >= threshold:
            drifted.append(config["column"])
json.dump({"seconds": time.perf_counter() - begun, "cpuSeconds": time.process_time() - cpu, "drifted": drifted}, sys.stdout)
`;

async function measureEvidently(files: readonly [string, string], folder: string, python: string): Promise<Measured> {
  say('Evidently');
  const script = join(folder, 'evidently_drift.py');
  writeFileSync(script, SCRIPT);
  const env = { ...process.env, DO_NOT_TRACK: '1', OMP_NUM_THREADS: '2' };
  const { stdout } = await runToEnd(python, [script, ...files], env);
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return z
    .object({ seconds: z.number(), cpuSeconds: z.number(), drifted: z.array(z.string()) })
    .parse(JSON.parse(last));
}

function requireSame(ours: readonly string[], theirs: readonly string[]): void {
  const [one, other] = [ours, theirs].map((names) => [...names].sort().join(' '));
  if (one !== other) throw new Error(`libs/drift found ${one ?? ''}; Evidently found ${other ?? ''}`);
}

const [rows = '1000000', python] = process.argv.slice(2);
void main(Number(rows), python);
