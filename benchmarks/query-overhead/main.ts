import { CpuMeter } from '../measure/cpu-meter';
import { type Arm, inTurn } from '../measure/in-turn';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { median, quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { certifiedDerivation } from '../stack/certified-derivation';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { askGateway, requireEqual, rowsOf } from './answer';
import { defineMetrics, type Question, questions, type Statement } from './question';
import { RawDuckDb } from './raw-duckdb';

/*
 * What a query costs through svc, against DuckDB in this process on the same Parquet object.
 * `npm run query-overhead -w @svc/benchmarks -- [rounds]`
 */

const WARM_UP = 5;
const RAW = 'DuckDB in the process';

interface Taken {
  readonly ms: number;
  /** Of this process for DuckDB itself; of the whole stack for the others. */
  readonly cpuMs: number;
}

async function main(rounds: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const raw = await RawDuckDb.open(environmentOf(stack, 'compute'));
  try {
    say('six million rows (made once, certified)');
    await certifiedDerivation(stack, 'bench_six_million');
    await defineMetrics(stack.client);
    const meter = await CpuMeter.idle([...stack.pids.values()], 5_000);
    const rows: string[][] = [];
    for (const question of questions(stack.client)) rows.push(...(await compare(question, stack, raw, meter, rounds)));
    const versions = { DuckDB: await raw.version(), 'threads of DuckDB, everywhere': await raw.setting('threads') };
    process.stdout.write(
      `## Query overhead\n\n${machineText(beginning, versions)}- answers compared cell by cell first; then ${String(WARM_UP)} warm-ups and ${String(rounds)} rounds, arms in turn, another literal each round\n\n`,
    );
    process.stdout.write(
      markdownTable(
        ['question', '', 'p50 ms', 'p95 ms', 'CPU ms', 'p50 − DuckDB, ms', 'p50 ÷ DuckDB', 'CPU ÷ DuckDB'],
        rows,
        2,
      ),
    );
  } finally {
    raw.close();
  }
}

async function compare(
  question: Question,
  stack: RunningStack,
  raw: RawDuckDb,
  meter: CpuMeter,
  rounds: number,
): Promise<string[][]> {
  if (question.table !== null)
    await raw.name(question.table, await new StoredObjects(stack, raw.connection).ofDerivation(question.table));
  const statements: Statement[] = [];
  for (let round = 0; round < rounds + WARM_UP; round += 1) statements.push(await question.statement(round));
  const statement = (round: number): Statement => statements[round] ?? { sql: '', parameters: [] };
  await requireSameAnswers(question, statement(0), stack, raw);
  const arms: Arm<Taken>[] = [
    { name: RAW, run: (round) => ofThisProcess(() => raw.ask(statement(round))) },
    { name: 'POST /api/sql', run: (round) => ofTheStack(meter, () => askGateway(stack, '/api/sql', statement(round))) },
  ];
  const { metric } = question;
  if (metric !== null)
    arms.push({
      name: 'POST /api/metrics/{name}/query',
      run: (round) => ofTheStack(meter, () => askGateway(stack, metric.path, metric.body(round))),
    });
  const results = await inTurn(arms, rounds + WARM_UP, (text) => {
    say(`${question.name}: ${text}`);
  });
  return table(question.name, new Map([...results].map(([name, all]) => [name, all.slice(WARM_UP)])));
}

async function requireSameAnswers(
  { name, metric }: Question,
  statement: Statement,
  stack: RunningStack,
  raw: RawDuckDb,
): Promise<void> {
  const expected = await raw.ask(statement);
  requireEqual(name, expected, rowsOf(await askGateway(stack, '/api/sql', statement)));
  if (metric !== null) requireEqual(name, expected, rowsOf(await askGateway(stack, metric.path, metric.body(0))));
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function ofThisProcess(work: () => Promise<unknown>): Promise<Taken> {
  const before = process.cpuUsage();
  const ms = await elapsed(work);
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

async function ofTheStack(meter: CpuMeter, work: () => Promise<unknown>): Promise<Taken> {
  const { result: ms, cpuMs } = await meter.spent(() => elapsed(work));
  return { ms, cpuMs };
}

function table(question: string, results: ReadonlyMap<string, readonly Taken[]>): string[][] {
  const summary = (all: readonly Taken[]) => ({
    p50: median(all.map((it) => it.ms)),
    p95: quantile(
      all.map((it) => it.ms),
      0.95,
    ),
    // The kernel's tick is longer than most queries, so only their sum says something.
    cpu: all.reduce((sum, it) => sum + it.cpuMs, 0) / all.length,
  });
  const bare = summary(results.get(RAW) ?? []);
  return [...results].map(([name, all]) => {
    const it = summary(all);
    return [
      question,
      name,
      figure(it.p50),
      figure(it.p95),
      figure(it.cpu),
      figure(it.p50 - bare.p50),
      times(it.p50 / bare.p50),
      times(it.cpu / bare.cpu),
    ];
  });
}

void main(Number(process.argv[2] ?? 40));
