import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type EndedProcess, runToEnd } from '../measure/ended-process';
import { type Arm, inTurn } from '../measure/in-turn';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { median } from '../measure/quantile';
import { say } from '../measure/say';
import { certifiedDerivation } from '../stack/certified-derivation';
import { environmentOf, ROOT, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { type Form, FORMS, type Place } from './form';
import { phasesOf } from './phases';

/*
 * What `svc derivation run --force` costs (two sandboxed runs, hashes, oracle, certificate), against one bare process that
 * does the same work once. `npm run derivation-overhead -w @svc/benchmarks -- [rounds]`
 */

interface Compared {
  readonly form: Form;
  readonly bare: readonly EndedProcess[];
  readonly full: readonly EndedProcess[];
}

async function main(rounds: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'derivation-overhead-'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const objects = new StoredObjects(stack, connection);
    const place = await placeOf(stack, objects, path.join(folder, 'result.parquet'));
    const compared: Compared[] = [];
    for (const form of FORMS) {
      const sameRows = (): Promise<void> => requireSameRows(form, place, objects, connection);
      compared.push(await compare(form, stack, place, sameRows, rounds));
    }
    process.stdout.write(`## Derivation overhead\n\n${machineText(beginning, { 'threads of DuckDB': place.threads })}`);
    process.stdout.write(
      `- 336,776 flights in, 328,521 rows out, a comparison clustered by date; results compared row by row first; then ${String(rounds)} rounds, arms in turn; medians\n\n`,
    );
    print(compared);
  } finally {
    connection.closeSync();
    await rm(folder, { recursive: true });
  }
}

async function placeOf(stack: RunningStack, objects: StoredObjects, result: string): Promise<Place> {
  const {
    SVC_PYTHON: python = '',
    SVC_PYTHON_SOURCES: pythonSources = '',
    SVC_QUERY_THREADS: threads = '1',
  } = environmentOf(stack, 'compute');
  return { python, pythonSources, threads, flights: await objects.ofDataset('flights'), result };
}

async function compare(
  form: Form,
  stack: RunningStack,
  place: Place,
  requireSame: () => Promise<void>,
  rounds: number,
): Promise<Compared> {
  const bare = await form.bare(place);
  const full = (): Promise<EndedProcess> =>
    runToEnd(path.join(ROOT, 'svc'), ['derivation', 'run', form.derivation, '--force', '--require-sound'], process.env);
  say(`${form.name}: both once, and whether they agree`);
  await certifiedDerivation(stack, form.derivation);
  await Promise.all([bare(), full()]);
  await requireSame();
  const arms: Arm<EndedProcess>[] = [
    { name: 'bare', run: bare },
    { name: 'full', run: full },
  ];
  const results = await inTurn(arms, rounds, (text) => {
    say(`${form.name}: ${text}`);
  });
  return { form, bare: results.get('bare') ?? [], full: results.get('full') ?? [] };
}

async function requireSameRows(
  { name, derivation }: Form,
  { result }: Place,
  objects: StoredObjects,
  connection: DuckDBConnection,
): Promise<void> {
  const stored = await objects.ofDerivation(derivation);
  const except = (left: string, right: string): string =>
    `(FROM read_parquet('${left}') EXCEPT ALL FROM read_parquet('${right}'))`;
  const differing = await connection.runAndReadAll(
    `SELECT count(*) FROM (${except(result, stored)} UNION ALL ${except(stored, result)})`,
  );
  if (Number(differing.value(0, 0)) > 0)
    throw new Error(`${name}: the bare process gives other rows than the derivation`);
}

function print(compared: readonly Compared[]): void {
  const ms = (all: readonly EndedProcess[]): number => median(all.map((it) => it.ms));
  const rows = compared.map(({ form, bare, full }) => [
    form.name,
    form.bareName,
    figure(ms(bare)),
    figure(ms(full)),
    figure(ms(full) - ms(bare)),
    times(ms(full) / ms(bare)),
  ]);
  process.stdout.write(markdownTable(['form', 'bare is', 'bare ms', 'svc ms', 'difference ms', 'ratio'], rows, 2));
  const phases = compared.map(({ full }) => full.map((it) => phasesOf(it)));
  const names = new Set(phases.flat().flatMap((it) => [...it.keys()]));
  const typical = (name: string): number[] => phases.map((runs) => median(runs.map((it) => it.get(name) ?? 0)));
  // What was said in few of the runs has a median of nothing.
  const shown = [...names].filter((name) => typical(name).some((it) => it > 0));
  process.stdout.write(
    `\nWhere the time goes, by what the job says it is doing (a phase that passes within 250 ms may go unsaid and counts with the one before):\n\n`,
  );
  process.stdout.write(
    markdownTable(
      ['phase', ...compared.map(({ form }) => `${form.name}, ms`)],
      shown.map((name) => [name, ...typical(name).map(figure)]),
    ),
  );
}

void main(Number(process.argv[2] ?? 7));
