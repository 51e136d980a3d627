import {
  api,
  checkMetric,
  compileMetric,
  deleteDashboard,
  deleteMetric,
  type Endpoint,
  exportDashboard,
  exportGrafanaDashboard,
  exportMetric,
  exportOsi,
  getDashboard,
  getDashboardAccess,
  getDashboardVersion,
  getMetric,
  getMetricAccess,
  importOsi,
  listDashboards,
  listDashboardVersions,
  listJsonMetrics,
  listJsonOptions,
  listJsonTagKeys,
  listJsonTagValues,
  listJsonVariable,
  listMetrics,
  listVariableOptions,
  maySee,
  metricHistory,
  type Principal,
  publishDashboard,
  putDashboard,
  putMetric,
  queryJson,
  queryMetric,
  queryMetricRows,
  readDashboardPage,
  readDashboardWidget,
  renderDashboardPage,
  renderDashboardPagePng,
  rollBackDashboard,
  shareDashboard,
  shareMetric,
} from '@svc/contracts';
import { CALLERS, lifeEndpoints } from '@svc/testing';
import { type MetricsHarness, startMetrics } from './metrics-harness';
import {
  aDashboard,
  aMetric,
  anOsiDocument,
  type As,
  byName,
  makeObjects,
  OBJECTS,
  outcome,
  UNUSED,
} from './sight-objects';

let harness: MetricsHarness;
const stale = { if_match: `sha256:${'0'.repeat(64)}` };
const byPage = (name: string) => ({ params: { name, page: 'first' }, query: { draft: 'false' as const } });
const list = { params: {}, query: {} };
const call = <T>(work: (gateway: MetricsHarness['gateway']) => Promise<T>): Promise<T> => work(harness.gateway);

/** What an endpoint has to do with one object: it asks about it, would take its name, tells of several, or none of that. */
type Row =
  | { readonly about: (name: string, as: As) => Promise<unknown> }
  | { readonly takes: (name: string, as: As) => Promise<unknown> }
  | { readonly tells: (as: As) => Promise<unknown> }
  | 'names none';

/** Every endpoint has a row: one without fails the first test. Writes leave out If-Match or name a stale one, so that they change nothing. */
const ROWS: Readonly<Record<string, Row>> = {
  listMetrics: { tells: (as) => call((it) => it.call(listMetrics, list, as)) },
  exportOsi: { tells: (as) => call((it) => it.call(exportOsi, list, as)) },
  importOsi: {
    takes: (name, as) =>
      call((it) => it.call(importOsi, { params: {}, query: {}, body: importOsi.body.parse(anOsiDocument(name)) }, as)),
  },
  getMetric: { about: (name, as) => call((it) => it.call(getMetric, byName(name), as)) },
  putMetric: {
    about: (name, as) => call((it) => it.call(putMetric, { ...byName(name), body: aMetric(name), ...stale }, as)),
  },
  checkMetric: {
    takes: (name, as) => call((it) => it.call(checkMetric, { ...byName(name), body: aMetric(name) }, as)),
  },
  deleteMetric: { about: (name, as) => call((it) => it.call(deleteMetric, byName(name), as)) },
  queryMetric: { about: (name, as) => call((it) => it.call(queryMetric, { ...byName(name), body: {} }, as)) },
  compileMetric: { about: (name, as) => call((it) => it.call(compileMetric, { ...byName(name), body: {} }, as)) },
  metricHistory: { about: (name, as) => call((it) => it.call(metricHistory, byName(name), as)) },
  exportMetric: { about: (name, as) => call((it) => it.call(exportMetric, byName(name), as)) },
  queryMetricRows: { about: (name, as) => call((it) => it.call(queryMetricRows, { ...byName(name), body: {} }, as)) },
  getMetricAccess: { about: (name, as) => call((it) => it.call(getMetricAccess, byName(name), as)) },
  shareMetric: {
    about: (name, as) => call((it) => it.call(shareMetric, { ...byName(name), body: { visibility: 'project' } }, as)),
  },

  listDashboards: { tells: (as) => call((it) => it.call(listDashboards, list, as)) },
  getDashboardSchema: 'names none',
  getDashboard: { about: (name, as) => call((it) => it.call(getDashboard, byName(name), as)) },
  putDashboard: {
    about: (name, as) => call((it) => it.call(putDashboard, { ...byName(name), body: aDashboard(name), ...stale }, as)),
  },
  deleteDashboard: { about: (name, as) => call((it) => it.call(deleteDashboard, byName(name), as)) },
  listDashboardVersions: { about: (name, as) => call((it) => it.call(listDashboardVersions, byName(name), as)) },
  getDashboardVersion: {
    about: (name, as) => call((it) => it.call(getDashboardVersion, { params: { name, version: 1 }, query: {} }, as)),
  },
  publishDashboard: { about: (name, as) => call((it) => it.call(publishDashboard, { ...byName(name), body: {} }, as)) },
  rollBackDashboard: {
    about: (name, as) => call((it) => it.call(rollBackDashboard, { ...byName(name), body: { version: 1 } }, as)),
  },
  listVariableOptions: {
    about: (name, as) =>
      call((it) => it.call(listVariableOptions, { params: { name, variable: 'any' }, query: {} }, as)),
  },
  readDashboardPage: {
    about: (name, as) =>
      call((it) => it.call(readDashboardPage, { params: { name, page: 'first' }, query: {}, body: {} }, as)),
  },
  renderDashboardPage: { about: (name, as) => call((it) => it.exchange(renderDashboardPage, byPage(name), as)) },
  renderDashboardPagePng: { about: (name, as) => call((it) => it.exchange(renderDashboardPagePng, byPage(name), as)) },
  exportDashboard: { about: (name, as) => call((it) => it.call(exportDashboard, byName(name), as)) },
  readDashboardWidget: {
    about: (name, as) =>
      call((it) => it.call(readDashboardWidget, { params: { name, widget: 'total' }, query: {}, body: {} }, as)),
  },
  exportGrafanaDashboard: { about: (name, as) => call((it) => it.call(exportGrafanaDashboard, byName(name), as)) },
  getDashboardAccess: { about: (name, as) => call((it) => it.call(getDashboardAccess, byName(name), as)) },
  shareDashboard: {
    about: (name, as) =>
      call((it) => it.call(shareDashboard, { ...byName(name), body: { visibility: 'project' } }, as)),
  },

  testJsonDatasource: 'names none',
  listJsonMetrics: { tells: (as) => call((it) => it.call(listJsonMetrics, { ...list, body: {} }, as)) },
  listJsonTagKeys: { tells: (as) => call((it) => it.call(listJsonTagKeys, { ...list, body: {} }, as)) },
  listJsonOptions: {
    about: (name, as) =>
      call((it) => it.call(listJsonOptions, { ...list, body: { metric: name, name: 'group_by' } }, as)),
  },
  queryJson: {
    about: (name, as) =>
      call((it) =>
        it.call(
          queryJson,
          {
            ...list,
            body: { range: { from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' }, targets: [{ target: name }] },
          },
          as,
        ),
      ),
  },
  listJsonVariable: {
    about: (name, as) =>
      call((it) => it.call(listJsonVariable, { ...list, body: { payload: { target: `${name}.${name}_by` } } }, as)),
  },
  listJsonTagValues: {
    about: (name, as) => call((it) => it.call(listJsonTagValues, { ...list, body: { key: `${name}_by` } }, as)),
  },
};

const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(api).flatMap(([name, it]: [string, Endpoint]) =>
    it.subject.startsWith('svc.metrics.') ? [[name, it]] : [],
  ),
);

function mayCall(endpoint: string, who: Principal): boolean {
  const access = endpoints[endpoint]?.access;
  return typeof access !== 'object' || who.scopes.includes(access.scope);
}

beforeAll(async () => {
  harness = await startMetrics();
  await makeObjects(harness);
});
afterAll(() => harness.stop());

describe('every way to a metric or a dashboard', () => {
  it('is in the table above, unless the conformance suite of named objects asks it', () => {
    const conforming = lifeEndpoints();
    const missing = Object.entries(endpoints).filter(([name, it]) => !(name in ROWS) && !conforming.has(it));
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(Object.keys(ROWS).filter((name) => !(name in endpoints))).toEqual([]);
  });

  const cells = Object.entries(ROWS).flatMap(([endpoint, row]) =>
    row === 'names none'
      ? []
      : Object.entries(CALLERS).map(([caller, principal]) => ({ endpoint, row, caller, principal })),
  );
  it.each(cells)(
    '$endpoint: to the $caller, what they may not see is answered as a name that was never used, and what they see is not',
    async ({ endpoint, row, principal }) => {
      const as = { principal };
      if ('tells' in row) {
        const told = JSON.stringify(await row.tells(as));
        for (const [name, access] of Object.entries(OBJECTS))
          expect([name, told.includes(name)]).toEqual([name, maySee(access, principal)]);
        return;
      }
      const ask = 'about' in row ? row.about : row.takes;
      const never =
        'about' in row
          ? await outcome(UNUSED, ask(UNUSED, as))
          : { code: 'conflict', text: expect.stringContaining('The name \\"NAME\\" is taken; choose another.') };
      for (const [name, access] of Object.entries(OBJECTS)) {
        const found = await outcome(name, ask(name, as));
        if (!mayCall(endpoint, principal)) expect(found.code).toBe('forbidden');
        else if (maySee(access, principal)) expect(found).not.toEqual(never);
        else expect(found).toEqual(never);
      }
    },
  );

  it('leads to 404 for what is hidden, but for what would take its name', async () => {
    const as = { principal: CALLERS.stranger };
    const others: Readonly<Record<string, string>> = {
      putMetric: 'precondition-failed',
      putDashboard: 'precondition-failed',
      listJsonTagValues: 'undeclared-dimension',
    };
    for (const [endpoint, row] of Object.entries(ROWS)) {
      if (row === 'names none' || !('about' in row)) continue;
      expect([endpoint, (await outcome('classified', row.about('classified', as))).code]).toEqual([
        endpoint,
        others[endpoint] ?? 'not-found',
      ]);
    }
  });

  it('says of a taken name only that it is', async () => {
    const as = { principal: CALLERS.stranger };
    const works = [
      () => harness.gateway.call(putMetric, { ...byName('classified'), body: aMetric('classified') }, as),
      () => harness.gateway.call(putDashboard, { ...byName('classified'), body: aDashboard('classified') }, as),
    ];
    for (const work of works) {
      await expect(work()).rejects.toMatchObject({
        code: 'conflict',
        detail: 'The name "classified" is taken; choose another.',
        facts: {},
      });
    }
  });

  it('suggests no hidden name', async () => {
    const near = async (principal: Principal) =>
      outcome('classifies', harness.gateway.call(getMetric, byName('classifies'), { principal }));
    expect((await near(CALLERS.owner)).text).toContain('did you mean');
    expect((await near(CALLERS.stranger)).text).not.toContain('did you mean');
  });
});
