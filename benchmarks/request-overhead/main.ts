import { inTurn } from '../measure/in-turn';
import { type Beginning, begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { packageVersion } from '../measure/package-version';
import { say } from '../measure/say';
import { runningStack } from '../stack/running-stack';
import { EXPRESS, startContenders } from './contenders';
import { type Slice, slice, summary } from './slice';

/*
 * What one small request costs on its way through svc, against an Express server that gives the same answer.
 * `npm run request-overhead -w @svc/benchmarks -- [seconds per slice] [rounds]`
 */

const CONNECTIONS = [1, 8, 32];
const HEAD = [
  '',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'requests/s',
  'CPU ms/request',
  'p50 − Express, ms',
  'p50 ÷ Express',
  'CPU ÷ Express',
  '503',
];

type Results = ReadonlyMap<string, readonly Slice[]>;

async function main(seconds: number, rounds: number): Promise<void> {
  const beginning = begin();
  const contenders = await startContenders(await runningStack());
  try {
    const at = (connections: number) =>
      contenders.all.map((it) => ({ name: it.name, run: () => slice(it, connections, seconds) }));
    say('warming up');
    await inTurn(at(8), 1);
    const results = new Map<number, Results>();
    for (const connections of CONNECTIONS)
      results.set(
        connections,
        await inTurn(at(connections), rounds, (text) => {
          say(`${String(connections)} connections, ${text}`);
        }),
      );
    print(beginning, results, `${String(rounds)} slices of ${String(seconds)} s for each cell`);
  } finally {
    await contenders.stop();
  }
}

function print(beginning: Beginning, results: ReadonlyMap<number, Results>, slices: string): void {
  process.stdout.write(
    `## Request overhead\n\n${machineText(beginning, { Express: packageVersion('express'), autocannon: packageVersion('autocannon') })}`,
  );
  process.stdout.write(
    `- ${slices}, arms in turn; percentiles over all requests of a cell, requests/s and processor time the median of its slices\n`,
  );
  for (const [connections, at] of results) {
    process.stdout.write(`\n### ${String(connections)} connection${connections === 1 ? '' : 's'}\n\n${table(at)}`);
  }
}

function table(results: Results): string {
  const bare = summary(results.get(EXPRESS) ?? []);
  const rows = [...results].map(([name, slices]) => {
    const it = summary(slices);
    const absolute = [it.p50, it.p95, it.p99, it.perSecond, it.cpuMs, it.p50 - bare.p50].map(figure);
    return [
      name,
      ...absolute,
      times(it.p50 / bare.p50),
      times(it.cpuMs / bare.cpuMs),
      it.refused === 0 ? '0' : `${figure(it.refused * 100)} %`,
    ];
  });
  return markdownTable(HEAD, rows);
}

void main(Number(process.argv[2] ?? 3), Number(process.argv[3] ?? 5));
