import type { Client, Json, MetricDefinition } from '@svc/contracts';

/** A statement asked of DuckDB itself and of the service, and the same as a metric where it is one. */
export interface Question {
  readonly name: string;
  /** The derivation whose rows it reads; null when it reads none. */
  readonly table: string | null;
  /** The statement of one round. Each round has another literal, so that no answer is an old one. */
  statement(round: number): Promise<Statement>;
  /** The path and body that ask for the same as a metric. */
  readonly metric: { readonly path: string; body(round: number): object } | null;
}

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Json[];
}

const FLIGHTS: MetricDefinition = {
  name: 'average_delay',
  type: 'simple',
  source: 'departures',
  measure: { agg: 'average', column: 'dep_delay' },
  dimensions: ['origin', 'carrier', 'half'],
  timeDimension: { column: 'date', grain: 'month' },
};
const SIX_MILLION: MetricDefinition = {
  name: 'bench_mean',
  type: 'simple',
  source: 'bench_six_million',
  measure: { agg: 'average', column: 'v' },
  dimensions: ['g', 'h'],
  timeDimension: { column: 'day', grain: 'month' },
};

/** The metric that the example lacks; the others it has. */
export async function defineMetrics(client: Client): Promise<void> {
  const { name } = SIX_MILLION;
  const { items } = await client.listMetrics({ query: { limit: 500 } });
  const before = items.find((it) => it.name === name);
  await client.putMetric({
    params: { name },
    body: SIX_MILLION,
    ...(before === undefined ? {} : { if_match: before.etag }),
  });
}

export function questions(client: Client): readonly Question[] {
  return [
    sqlOnly('a constant', null, (round) => `SELECT ${String(round)} AS n`),
    metric(client, 'flights by month and airport, 328,521 rows', FLIGHTS, 'origin', 'carrier'),
    metric(client, 'mean by month and 7 groups, 6,000,000 rows', SIX_MILLION, 'h', 'g'),
    sqlOnly(
      '10,000 rows of three columns as the answer',
      'bench_six_million',
      (round) => `SELECT id, g, v FROM bench_six_million WHERE id >= ${String(round * 1000)} ORDER BY id LIMIT 10000`,
    ),
  ];
}

function sqlOnly(name: string, table: string | null, text: (round: number) => string): Question {
  return { name, table, statement: async (round) => ({ sql: text(round), parameters: [] }), metric: null };
}

/** By month and one dimension, over all rows whose other dimension is not a value that nothing has. */
function metric(
  client: Client,
  name: string,
  definition: MetricDefinition,
  groupBy: string,
  filtered: string,
): Question {
  const body = (round: number) => ({
    grain: 'month' as const,
    group_by: [groupBy],
    filters: [{ column: filtered, op: 'neq', value: `none ${String(round)}` }],
  });
  return {
    name,
    table: definition.type === 'simple' ? definition.source : null,
    statement: (round) => client.compileMetric({ params: { name: definition.name }, body: body(round) }),
    metric: { path: `/api/metrics/${definition.name}/query`, body },
  };
}
