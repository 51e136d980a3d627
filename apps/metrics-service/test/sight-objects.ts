import {
  getDashboardAccess,
  getMetricAccess,
  type ObjectAccess,
  type Principal,
  ProblemError,
  publishDashboard,
  putDashboard,
  putMetric,
  type RequestInput,
  shareDashboard,
  shareMetric,
} from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import type { MetricsHarness } from './metrics-harness';

/** A metric and a dashboard of each of these names, visible to others or not. */
export const OBJECTS: Readonly<Record<string, ObjectAccess>> = {
  classified: { owner: CALLERS.owner.id, visibility: 'private', groups: [] },
  teamwork: { owner: CALLERS.owner.id, visibility: 'groups', groups: ['red'] },
  commons: { owner: CALLERS.owner.id, visibility: 'project', groups: [] },
};
export const UNUSED = 'zyxwvutsr';

const owner = { principal: CALLERS.owner };
export const byName = (name: string) => ({ params: { name }, query: {} });

/** A metric with a dimension that no other has. */
export function aMetric(name: string): RequestInput<typeof putMetric>['body'] {
  return { name, type: 'simple', source: 'visits', measure: { agg: 'count' }, dimensions: [`${name}_by`] };
}

/** A dashboard with one tile, which everybody may see. */
export function aDashboard(name: string): RequestInput<typeof putDashboard>['body'] {
  const widget = {
    id: 'total',
    type: 'metric' as const,
    gridPos: { x: 0, y: 0, w: 6, h: 4 },
    bind: { metric: 'commons' },
  };
  return {
    specVersion: '1.0',
    kind: 'Dashboard',
    name,
    title: 'Some title',
    variables: [{ name: 'any', type: 'string', control: 'search' }],
    pages: [{ name: 'first', title: 'First', widgets: [widget] }],
  };
}

/** The same metric as another tool would send it. */
export function anOsiDocument(name: string): Record<string, never> | { version: string; semantic_model: object[] } {
  const expression = (text: string) => ({ dialects: [{ dialect: 'ANSI_SQL', expression: text }] });
  const extension = { vendor_name: 'COMMON', data: JSON.stringify({ 'svc.metric/v1': aMetric(name) }) };
  return {
    version: '0.1.1',
    semantic_model: [
      {
        name: 'some',
        datasets: [{ name: 'visits', source: 'visits', fields: [] }],
        metrics: [{ name, expression: expression('COUNT(*)'), custom_extensions: [extension] }],
      },
    ],
  };
}

/** Creates them, as their owner. */
export async function makeObjects({ gateway, world }: MetricsHarness): Promise<void> {
  const columns = [...Object.keys(OBJECTS), UNUSED].map((name) => ({ name: `${name}_by`, type: 'string' }));
  await world.certify('visits', { columns, rows: [Object.fromEntries(columns.map((it) => [it.name, 'x']))] });
  for (const name of Object.keys(OBJECTS))
    await gateway.call(putMetric, { ...byName(name), body: aMetric(name) }, owner);
  for (const [name, { visibility, groups }] of Object.entries(OBJECTS)) {
    const { etag } = await gateway.call(putDashboard, { ...byName(name), body: aDashboard(name) }, owner);
    await gateway.call(publishDashboard, { ...byName(name), body: {}, if_match: etag }, owner);
    const change = { ...byName(name), body: { visibility, groups: [...groups] } };
    await gateway.call(
      shareMetric,
      { ...change, if_match: (await gateway.call(getMetricAccess, byName(name), owner)).etag },
      owner,
    );
    await gateway.call(
      shareDashboard,
      { ...change, if_match: (await gateway.call(getDashboardAccess, byName(name), owner)).etag },
      owner,
    );
  }
}

export interface Outcome {
  readonly code: string;
  /** Without the requested name and the trace id. */
  readonly text: string;
}

/** The outcome of a call about `name`. */
export async function outcome(name: string, work: Promise<unknown>): Promise<Outcome> {
  const [answer, code] = await work.then(
    (it) => [it, 'answered'] as const,
    (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      const { trace_id: _, ...problem } = error.toProblem();
      return [problem, error.code] as const;
    },
  );
  return { text: JSON.stringify(answer).replaceAll(name, 'NAME'), code };
}

export type As = { readonly principal: Principal };
