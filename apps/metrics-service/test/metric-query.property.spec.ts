import type { Json } from '@svc/contracts';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { checkDefinition } from '../src/metric/definition/check-definition';
import { compileMetricQuery } from '../src/metric/query/metric-query.sql';
import { shapeOf } from '../src/metric/definition/metric-shape';
import { type Cell, DuckDbTables } from './duckdb-tables';
import { type Example, examples } from './random-metrics';
import { evaluate, type Evaluated, TooManyPeriods } from './row-evaluator';
import { compare } from './row-filter';

/** `SEED=… npx jest …` looks elsewhere. */
const SEED = Number(process.env['SEED'] ?? 20_261_120);
const RUNS = casesOf(400);

describe('a compiled metric query', () => {
  let duckdb: DuckDbTables;
  beforeAll(async () => {
    duckdb = await DuckDbTables.open();
  });
  afterAll(() => duckdb.close());

  it(`answers what a row-by-row evaluation answers, whatever the tables, the definition and the query (SEED=${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(examples, (example) => holdsFor(example, duckdb)),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

async function holdsFor(
  { asked, definitions, terms, query, tables, now }: Example,
  duckdb: DuckDbTables,
): Promise<void> {
  for (const [name, table] of tables) await duckdb.put(name, table);
  const definition = definitions.get(asked);
  if (definition === undefined) throw new Error('no such metric');
  const result = shapeOf(definition, definitions);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const columns = new Map([...tables].map(([name, table]) => [name, table.columns]));
  const problems = checkDefinition(definition, result.shape, columns);
  // A cumulative window of hours over dates is refused when it is defined.
  if (problems.some((it) => /has no (hour|minute)/.test(it.message))) return;
  expect(problems).toEqual([]);
  const compiled = compileMetricQuery(result.shape, query, columns, new Date(now));
  const expected = evaluated(() => evaluate(definition, query, { definitions, terms, tables, now: Date.parse(now) }));
  if (expected instanceof TooManyPeriods) return expect(duckdb.query(compiled)).rejects.toThrow('periods lie between');
  const answer = await duckdb.query(compiled);
  const read = answer.rows.map((row) => row.map((cell, index) => readBack(cell, answer.types[index] ?? '')));
  const rows = compiled.totals ? read.slice(1).map((row) => row.slice(0, -1)) : read;
  expect(rowsByKeys(rows)).toEqual(expectedByKeys(expected.rows));
  if (compiled.totals) expect(read[0]?.at(-2)).toEqual(closeTo(expected.total));
  expectOrder(
    rows,
    query.order.map(({ by, direction }) => ({ at: answer.names.indexOf(by), direction })),
  );
}

function evaluated(work: () => Evaluated): Evaluated | TooManyPeriods {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooManyPeriods) return error;
    throw error;
  }
}

function rowsByKeys(rows: readonly (readonly Json[])[]): Readonly<Record<string, Json>> {
  const found = Object.fromEntries(rows.map((row) => [JSON.stringify(row.slice(0, -1)), row.at(-1) ?? null]));
  expect(Object.keys(found)).toHaveLength(rows.length);
  return found;
}

function expectedByKeys(rows: Evaluated['rows']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(rows.map((row) => [JSON.stringify(row.keys), closeTo(row.value)]));
}

/** As asked, then by all keys; missing values last. */
function expectOrder(
  rows: readonly (readonly Json[])[],
  asked: readonly { readonly at: number; readonly direction: 'asc' | 'desc' }[],
): void {
  const [first] = rows;
  const keys = Array.from({ length: (first?.length ?? 1) - 1 }, (_, at) => ({ at, direction: 'asc' as const })).filter(
    ({ at }) => asked.every((it) => it.at !== at),
  );
  for (const [index, row] of rows.slice(1).entries()) {
    const before = rows[index] ?? [];
    const decides =
      [...asked, ...keys]
        .map(({ at, direction }) => ordered(scalar(before[at]), scalar(row[at]), direction))
        .find((it) => it !== 0) ?? 0;
    expect(decides).toBeLessThanOrEqual(0);
  }
}

function ordered(left: Cell, right: Cell, direction: 'asc' | 'desc'): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  return direction === 'asc' ? compare(left, right) : compare(right, left);
}

function scalar(value: Json | undefined): Cell {
  return typeof value === 'object' || value === undefined ? null : value;
}

function readBack(cell: Json, type: string): Json {
  if (typeof cell !== 'string') return cell;
  if (type === 'DATE') return Date.parse(`${cell}T00:00:00Z`);
  if (type === 'TIMESTAMP') return Date.parse(`${cell.replace(' ', 'T')}Z`);
  if (type === 'TIMESTAMP WITH TIME ZONE') return Date.parse(`${cell.replace(' ', 'T')}:00`);
  return /^(BIGINT|HUGEINT|DECIMAL)/.test(type) ? Number(cell) : cell;
}

/** Sums of tests are exact; means and quotients may differ in their last digit. */
function closeTo(value: Cell): unknown {
  if (typeof value !== 'number') return value;
  return {
    asymmetricMatch: (other: unknown) =>
      typeof other === 'number' && Math.abs(other - value) <= 1e-9 * Math.max(1, Math.abs(value)),
    toString: () => `about ${value}`,
  };
}
