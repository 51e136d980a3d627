import type { Client, Json, MetricDefinition } from '@svc/contracts';
import { absent } from '../stack/certified-derivation';
import type { TableName } from '../query-path/lineitem';

/** Tiles of the page, each with a question of its own. */
export const TILES = 20;

const DIMENSIONS = ['l_shipmode', 'l_returnflag'];

export interface Subject {
  readonly derivation: string;
  readonly metric: string;
  readonly dashboard: string;
}

export function subjectOf(table: TableName): Subject {
  return { derivation: `${table}_rows`, metric: `${table}_quantity`, dashboard: `${table}_page` };
}

/** The quantity by two dimensions over the orders above a number. */
export function metricBody(least: number): Json {
  return { group_by: DIMENSIONS, filters: [{ column: 'l_orderkey', op: 'gt', value: least }] };
}

/** What DuckDB is asked: as {@link metricBody}, and as the tiles, which leave out a supplier each. */
export function statement(derivation: string, least: number, supplier?: number): string {
  const tile = supplier === undefined ? '' : ` AND l_suppkey <> ${String(supplier)}`;
  return `SELECT l_shipmode, l_returnflag, sum(l_quantity) AS quantity FROM ${derivation} WHERE l_orderkey > ${String(least)}${tile} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** Sees to it that the metric is defined and a dashboard of {@link TILES} tiles published; made once, they stay. */
export async function defineSubject(client: Client, { derivation, metric, dashboard }: Subject): Promise<void> {
  const definition: MetricDefinition = {
    name: metric,
    type: 'simple',
    source: derivation,
    measure: { agg: 'sum', column: 'l_quantity' },
    dimensions: [...DIMENSIONS, 'l_orderkey', 'l_suppkey'],
  };
  const known = await client.getMetric({ params: { name: metric } }).catch(absent);
  await client.putMetric({
    params: { name: metric },
    body: definition,
    ...(known === null ? {} : { if_match: known.etag }),
  });
  const before = await client.getDashboard({ params: { name: dashboard } }).catch(absent);
  if (before !== null) return;
  const saved = await client.putDashboard({
    params: { name: dashboard },
    body: {
      specVersion: '1.0',
      kind: 'Dashboard',
      name: dashboard,
      title: `${String(TILES)} tiles`,
      variables: [{ name: 'least', type: 'integer', control: 'search', default: 0 }],
      pages: [{ name: 'tiles', title: 'Tiles', widgets: Array.from({ length: TILES }, (_, n) => tile(metric, n)) }],
    },
  });
  await client.publishDashboard({ params: { name: dashboard }, body: {}, if_match: saved.etag });
}

function tile(metric: string, n: number) {
  return {
    id: `tile_${String(n)}`,
    type: 'table' as const,
    title: `All suppliers but ${String(n)}`,
    gridPos: { x: 6 * (n % 4), y: 4 * Math.floor(n / 4), w: 6, h: 4 },
    bind: {
      metric,
      groupBy: DIMENSIONS,
      filters: [
        { column: 'l_orderkey', op: 'gt', value: '$least' },
        { column: 'l_suppkey', op: 'neq', value: n },
      ],
    },
  };
}
