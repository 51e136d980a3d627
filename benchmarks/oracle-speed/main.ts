import { type Arm, inTurn } from '../measure/in-turn';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { say } from '../measure/say';
import { type BuiltOracle, type Cell, currentOracle, oracleOf } from './built-oracle';

/*
 * Processor time per verdict, against another revision of the oracle judging the same simulated tables in the same run.
 * `npm run oracle-speed -w @svc/benchmarks -- [revision] [rounds]`
 */

/** Before undeclared facts were asked about, column by column. */
const BEFORE_UNDECLARED_FACTS = 'dc39139f';
const SIZES = [100, 1000];
/** About as detectable as a planned study makes it: four times in five. */
const EFFECT = 3.65;
const WARM_UP = 1;

type Spent = ReadonlyMap<string, number>;

function main(revision: string, rounds: number): Promise<void> {
  const beginning = begin();
  const [before, now] = [oracleOf(revision), currentOracle()];
  const cells = sharedCells(before, now);
  const arm = (name: string, oracle: BuiltOracle): Arm<Spent> => ({
    name,
    run: (round) => Promise.resolve(new Map(cells.map((cell) => [cell.name, cpuMs(oracle, cell, round)]))),
  });
  return inTurn([arm('before', before), arm('now', now)], WARM_UP + rounds, say).then((results) => {
    const total = (name: string): Spent => summed((results.get(name) ?? []).slice(WARM_UP));
    process.stdout.write(
      `## Processor time per verdict\n\n${machineText(beginning, { 'compared with': revision })}` +
        `- ${String(cells.length)} designs of ${SIZES.join(' and ')} rows, ${String(rounds)} rounds, arms in turn; drawing the tables is included\n\n`,
    );
    process.stdout.write(table(cells, total('before'), total('now'), rounds));
  });
}

/** Designs that both revisions simulate; their names seed them. */
function sharedCells(before: BuiltOracle, now: BuiltOracle): readonly Cell[] {
  const options = { draws: 1, effects: [EFFECT] };
  const known = new Set(before.calibrationPlan(options).map(({ name }) => name));
  return now.calibrationPlan(options).filter(({ name, n }) => known.has(name) && SIZES.includes(n));
}

function cpuMs(oracle: BuiltOracle, cell: Cell, round: number): number {
  const begun = process.cpuUsage();
  oracle.measureCell({ ...cell, name: `${cell.name}/speed/${String(round)}` });
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function summed(rounds: readonly Spent[]): Spent {
  const total = new Map<string, number>();
  for (const round of rounds) for (const [name, ms] of round) total.set(name, (total.get(name) ?? 0) + ms);
  return total;
}

function table(cells: readonly Cell[], before: Spent, now: Spent, rounds: number): string {
  const row = (name: string, some: readonly Cell[]): string[] => {
    const [was, is] = [before, now].map((spent) => some.reduce((sum, cell) => sum + (spent.get(cell.name) ?? 0), 0));
    const verdicts = some.length * rounds;
    return [name, ...[was, is].map((ms = NaN) => figure(ms / verdicts)), times((is ?? NaN) / (was ?? NaN))];
  };
  const kinds = [...new Set(cells.map(({ kind }) => kind))];
  return markdownTable(
    ['kind', 'before, ms', 'now, ms', 'ratio'],
    [
      ...kinds.map((kind) =>
        row(
          kind,
          cells.filter((cell) => cell.kind === kind),
        ),
      ),
      row('all', cells),
    ],
  );
}

void main(process.argv[2] ?? BEFORE_UNDECLARED_FACTS, Number(process.argv[3] ?? 20));
