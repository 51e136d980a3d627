import {
  deleteDashboard,
  deleteMetric,
  getDashboard,
  getDashboardAccess,
  getMetric,
  getMetricAccess,
  importOsi,
  listDashboardVersions,
  maySee,
  metricHistory,
  type ObjectAccess,
  type Principal,
  putDashboard,
  putMetric,
  type RequestInput,
  shareDashboard,
  shareMetric,
  type Visibility,
  VISIBILITIES,
} from '@svc/contracts';
import { CALLERS, type KeepsNamedObjects, namedObjectConformance } from '@svc/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { DASHBOARD_STORE, type DashboardStore } from '../src/dashboard/dashboard.ports';
import { METRIC_STORE, type MetricStore } from '../src/metric/metric.ports';
import { type MetricsHarness, startMetrics } from './metrics-harness';
import { aDashboard, aMetric, anOsiDocument, byName, makeObjects, UNUSED } from './sight-objects';

const { owner: ada, member: mia, stranger: stu, admin: root } = CALLERS;
type Change = { visibility: Visibility; groups?: string[]; owner?: string };

let harness: MetricsHarness;
beforeAll(async () => {
  harness = await startMetrics();
  await makeObjects(harness);
});
afterAll(() => harness.stop());

const as = (principal: Principal) => ({ principal });
const matching = (etag: string | null) => (etag === null ? {} : { if_match: etag });
type Said = RequestInput<typeof putMetric>['query'];
type MetricBody = RequestInput<typeof putMetric>['body'];
type DashboardBody = RequestInput<typeof putDashboard>['body'];
const FOR_PROJECT: Said = { visibility: 'project' };

/** The same of metrics and of dashboards. */
const metrics = {
  put: (name: string, who: Principal, etag: string | null = null, title = 'One', query: Said = {}) =>
    harness.gateway.call(
      putMetric,
      {
        ...byName(name),
        query,
        body: { ...aMetric('commons'), name, label: title } satisfies MetricBody,
        ...matching(etag),
      },
      as(who),
    ),
  get: (name: string, who: Principal) => harness.gateway.call(getMetric, byName(name), as(who)),
  access: (name: string, who: Principal = ada) => harness.gateway.call(getMetricAccess, byName(name), as(who)),
  share: (name: string, body: Change, etag: string | null = '*', who: Principal = ada) =>
    harness.gateway.call(shareMetric, { ...byName(name), body, ...matching(etag) }, as(who)),
  remove: (name: string, who: Principal) =>
    harness.gateway.call(deleteMetric, { ...byName(name), if_match: '*' }, as(who)),
  history: async (name: string, who: Principal) =>
    (await harness.gateway.call(metricHistory, byName(name), as(who))).items.map((it) => it.change),
};
const dashboards = {
  put: (name: string, who: Principal, etag: string | null = null, title = 'One', query: Said = {}) =>
    harness.gateway.call(
      putDashboard,
      { ...byName(name), query, body: { ...aDashboard(name), title } satisfies DashboardBody, ...matching(etag) },
      as(who),
    ),
  get: (name: string, who: Principal) => harness.gateway.call(getDashboard, byName(name), as(who)),
  access: (name: string, who: Principal = ada) => harness.gateway.call(getDashboardAccess, byName(name), as(who)),
  share: (name: string, body: Change, etag: string | null = '*', who: Principal = ada) =>
    harness.gateway.call(shareDashboard, { ...byName(name), body, ...matching(etag) }, as(who)),
  remove: (name: string, who: Principal) =>
    harness.gateway.call(deleteDashboard, { ...byName(name), if_match: '*' }, as(who)),
  history: async (name: string, who: Principal) =>
    (await harness.gateway.call(listDashboardVersions, byName(name), as(who))).items.map((it) => it.change),
};

const ask: KeepsNamedObjects['ask'] = (endpoint, request, who) => harness.gateway.call(endpoint, request, as(who));
namedObjectConformance('metric', {
  ask,
  body: (name, n) => ({ ...aMetric('commons'), name, label: `Number ${n}` }) satisfies MetricBody,
});
namedObjectConformance('dashboard', {
  ask,
  body: (name, n) => ({ ...aDashboard(name), title: `Number ${n}` }) satisfies DashboardBody,
});

describe.each([
  ['metric', metrics],
  ['dashboard', dashboards],
] as const)('sharing a %s', (_, kind) => {
  beforeAll(() => kind.put('shared', ada, null, 'One', FOR_PROJECT));

  it('makes no version and changes no tag of the definition, and a new definition changes nothing of it', async () => {
    await kind.share('shared', { visibility: 'project' });
    const before = await kind.get('shared', ada);
    await kind.share('shared', { visibility: 'groups', groups: ['red'] });
    expect(await kind.get('shared', ada)).toEqual(before);
    expect(await kind.put('shared', mia, '*', 'Two')).toMatchObject({ owner: ada.id, version: 2 });
    expect(await kind.access('shared')).toMatchObject({ owner: ada.id, visibility: 'groups', groups: ['red'] });
  });

  it('outlives it: the history of a deleted one is for those who saw it, and so is its name', async () => {
    await kind.put('gone', ada);
    await kind.share('gone', { visibility: 'private' });
    await kind.remove('gone', ada);
    expect(await kind.history('gone', ada)).toEqual(['deleted', 'created']);
    for (const name of ['gone', 'never'])
      await expect(kind.history(name, stu)).rejects.toMatchObject({ code: 'not-found' });
    await expect(kind.put('gone', stu)).rejects.toMatchObject({
      code: 'conflict',
      detail: 'The name "gone" is taken; choose another.',
    });
    expect(await kind.put('gone', root)).toMatchObject({ owner: ada.id, version: 3 });
    expect(await kind.access('gone')).toMatchObject({ visibility: 'private' });
  });

  it("of a deleted one that was the project's leaves the name to whoever comes", async () => {
    await kind.put('open', ada, null, 'One', FOR_PROJECT);
    await kind.remove('open', ada);
    expect(await kind.history('open', stu)).toEqual(['deleted', 'created']);
    expect(await kind.put('open', stu)).toMatchObject({ owner: stu.id, version: 3 });
  });
});

describe('a draft', () => {
  it('is hidden from readers who see only what is published', async () => {
    await dashboards.put('sketch', ada, null, 'One', FOR_PROJECT);
    for (const name of ['sketch', 'never'])
      await expect(dashboards.access(name, CALLERS.viewer)).rejects.toMatchObject({
        code: 'not-found',
        detail: `There is no dashboard "${name}". List them with "svc dashboard list".`,
      });
  });
});

describe('the lists of metrics and dashboards', () => {
  const rows = Array.from({ length: 60 }, (_, index): ObjectAccess & { name: string } => ({
    name: `seen_${String(index).padStart(2, '0')}`,
    owner: ['user:ada', 'user:mia', 'token:ci'][index % 3] ?? '',
    visibility: VISIBILITIES[Math.floor(index / 3) % 3] ?? 'private',
    groups: ['red', 'blue', 'a,b', '{}'].filter((__, bit) => (index >> bit) % 2 === 1),
  }));
  const caller = fc
    .record({
      id: fc.constantFrom('user:ada', 'user:mia', 'token:ci', 'user:nobody', "o'hare"),
      kind: fc.constantFrom('user' as const, 'token' as const, 'service' as const),
      role: fc.constantFrom('viewer' as const, 'editor' as const, 'admin' as const),
      groups: fc.subarray(['red', 'blue', 'a,b', '{}', "it's"]),
    })
    .map((it): Principal => ({ ...it, scopes: [] }));

  it('hold exactly what the rule of sight lets somebody see, in full pages, and so does every other reading', async () => {
    const [metricStore, dashboardStore]: [MetricStore, DashboardStore] = [
      harness.metrics.app.get(METRIC_STORE),
      harness.metrics.app.get(DASHBOARD_STORE),
    ];
    await insertLike('commons', rows);
    await fc.assert(
      fc.asyncProperty(caller, fc.integer({ min: 1, max: 20 }), fc.constantFrom(...rows), async (who, limit, one) => {
        const expected = rows.filter((it) => maySee(it, who)).map((it) => it.name);
        const pages = await Promise.all([
          metricStore.page('seen', limit, who),
          dashboardStore.page('seen', limit, who, true),
        ]);
        const ours = (names: Iterable<string>) => [...names].filter((it) => it.startsWith('seen_'));
        for (const page of pages) expect(ours(page.map((it) => it.name))).toEqual(expected.slice(0, limit));
        const whole = [
          (await metricStore.catalogue(who)).keys(),
          await metricStore.names(who),
          await dashboardStore.names(who),
        ];
        for (const names of whole) expect(ours(names)).toEqual(expected);
        const single = [
          await metricStore.find(one.name, who),
          (await metricStore.withOperands(one.name, who)).get(one.name) ?? null,
          await dashboardStore.find(one.name, who),
        ];
        expect(single.map((it) => it !== null)).toEqual(Array(3).fill(maySee(one, who)));
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  /** Rows as those of a metric and a dashboard that are there, seen by others. */
  async function insertLike(model: string, all: typeof rows): Promise<void> {
    const client = new Client({ connectionString: harness.postgres.url });
    await client.connect();
    const columns = 'owner, visibility, groups, created_at, updated_at';
    for (const it of all) {
      const values = [it.name, it.owner, it.visibility, it.groups, model];
      await client.query(
        `INSERT INTO metrics.metric (name, definition, version, etag, ${columns}) SELECT $1, definition, version, etag, $2, $3, $4, created_at, updated_at FROM metrics.metric WHERE name = $5`,
        values,
      );
      await client.query(
        'INSERT INTO metrics.dashboard_version (name, version, spec, author, created_at, change) SELECT $1, version, spec, author, created_at, change FROM metrics.dashboard_version WHERE name = $2',
        [it.name, model],
      );
      await client.query(
        `INSERT INTO metrics.dashboard (name, version, ${columns}) SELECT $1, version, $2, $3, $4, created_at, updated_at FROM metrics.dashboard WHERE name = $5`,
        values,
      );
    }
    await client.end();
  }
});

describe('an import of metrics', () => {
  const load = (query: RequestInput<typeof importOsi>['query']) =>
    harness.gateway.call(importOsi, { params: {}, query, body: importOsi.body.parse(anOsiDocument(UNUSED)) }, as(ada));

  it('says who sees those that it creates, and changes nothing about the others', async () => {
    expect(await load({ visibility: 'groups', groups: 'red' })).toMatchObject({ created: [UNUSED] });
    expect(await metrics.access(UNUSED)).toMatchObject({ owner: ada.id, visibility: 'groups', groups: ['red'] });
    expect(await load({ visibility: 'project', replace: 'true' })).toMatchObject({ unchanged: [UNUSED] });
    expect(await metrics.access(UNUSED)).toMatchObject({ visibility: 'groups', groups: ['red'] });
  });
});
