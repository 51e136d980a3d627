import { randomUUID } from 'node:crypto';
import type { Client, MetricDefinition } from '@svc/contracts';
import { absent } from '../stack/certified-derivation';

/** Something that is withdrawn again and again. */
export interface Change {
  readonly name: string;
  /** Sees to it that the reading is answered. */
  readonly prepare: () => Promise<Reading>;
  /** Resolves when the withdrawal is acknowledged: from then on the reading may not be answered. */
  readonly withdraw: () => Promise<unknown>;
}

/** What a caller asks; with a body by POST. */
export interface Reading {
  readonly secret: string;
  readonly path: string;
  readonly body?: object;
}

const METRIC: MetricDefinition = {
  name: 'withdrawn',
  type: 'simple',
  source: 'departures',
  measure: { agg: 'count' },
  dimensions: [],
};
const named = { params: { name: METRIC.name } };

/** A token is revoked. */
export function revoking(client: Client): Change {
  let id = '';
  return {
    name: 'a token is revoked',
    async prepare() {
      const token = await client.createToken({ body: { name: `withdrawal ${randomUUID()}`, role: 'viewer' } });
      ({ id } = token);
      return { secret: token.secret, path: '/api/me' };
    },
    withdraw: () => client.revokeToken({ params: { id } }),
  };
}

/** A user is disabled, who calls with a token of theirs. */
export function disabling(client: Client, login: string, secret: string): Change {
  const set = async (disabled: boolean): Promise<void> => {
    const { name, email, role, groups, etag } = await client.getUser({ params: { login } });
    await client.updateUser({ params: { login }, body: { name, email, role, groups, disabled }, if_match: etag });
  };
  return {
    name: 'a user is disabled',
    async prepare() {
      await set(false);
      return { secret, path: '/api/me' };
    },
    withdraw: () => set(true),
  };
}

/** A published dashboard is hidden from a viewer. */
export function ofDashboard(client: Client, secret: string): Change {
  const name = METRIC.name;
  const share = async (visibility: 'project' | 'private'): Promise<void> => {
    const access = client.access('dashboard');
    await access.change(name, { visibility }, (await access.read(name)).etag);
  };
  return {
    name: 'a dashboard is unshared',
    async prepare() {
      if ((await client.getDashboard({ params: { name } }).catch(absent)) === null) await publish(client, name);
      await share('project');
      return { secret, path: `/api/dashboards/${name}` };
    },
    withdraw: () => share('private'),
  };
}

async function publish(client: Client, name: string): Promise<void> {
  const widget = {
    id: 'note',
    type: 'text' as const,
    content: 'withdrawn',
    gridPos: { x: 0, y: 0, w: 6, h: 4 },
  };
  const saved = await client.putDashboard({
    params: { name },
    body: {
      specVersion: '1.0',
      kind: 'Dashboard',
      name,
      title: 'Withdrawn',
      pages: [{ name: 'only', title: 'Only', widgets: [widget] }],
    },
  });
  await client.publishDashboard({ params: { name }, body: {}, if_match: saved.etag });
}

/** A metric is hidden from a viewer, and deleted. */
export function ofMetric(client: Client, secret: string): readonly Change[] {
  const share = async (visibility: 'project' | 'private'): Promise<void> => {
    const access = client.access('metric');
    await access.change(METRIC.name, { visibility }, (await access.read(METRIC.name)).etag);
  };
  const prepare = async (): Promise<Reading> => {
    const before = await client.getMetric(named).catch(absent);
    if (before === null) await client.putMetric({ ...named, body: METRIC });
    await share('project');
    return { secret, path: `/api/metrics/${METRIC.name}/query`, body: {} };
  };
  const remove = async (): Promise<void> => {
    const { etag } = await client.getMetric(named);
    await client.deleteMetric({ ...named, if_match: etag });
  };
  return [
    { name: 'a metric is unshared', prepare, withdraw: () => share('private') },
    { name: 'a metric is deleted', prepare, withdraw: remove },
  ];
}
