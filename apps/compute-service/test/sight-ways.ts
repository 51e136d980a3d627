import { randomUUID } from 'node:crypto';
import * as contracts from '@svc/contracts';
import {
  api,
  getDatasetAccess,
  getSavedQueryAccess,
  listDatasets,
  listSavedQueries,
  type ObjectAccess,
  type Principal,
  ProblemError,
  putSavedQuery,
  runSql,
  shareDataset,
  shareSavedQuery,
  type Visibility,
} from '@svc/contracts';
import { person } from '@svc/testing';
import { type ComputeHarness, startCompute } from './compute-harness';

export const CALLERS = {
  owner: person('ada', 'editor'),
  'member of a group': person('bob', 'viewer', ['blue', 'red']),
  "another team's editor": person('eve', 'editor', ['green']),
  viewer: person('vic', 'viewer'),
  admin: person('root', 'admin'),
} as const;

export const VISIBILITIES: readonly Visibility[] = ['private', 'groups', 'project'];

/** Of equal length with a common prefix, so that only their use distinguishes two names. */
export const NAMES = { private: 'object_1', groups: 'object_2', project: 'object_3', never: 'object_0' } as const;

export let harness: ComputeHarness;

export const ids: Record<string, string> = Object.fromEntries(Object.values(NAMES).map((name) => [name, randomUUID()]));

type Way = (name: string, principal: Principal) => Promise<unknown>;

const ask =
  (request: (name: string) => object, call: Parameters<ComputeHarness['gateway']['exchange']>[0]): Way =>
  (name, principal) =>
    harness.gateway.exchange(call, { params: {}, query: {}, ...request(name) }, { principal });

const byName = (name: string) => ({ params: { name } });

const byId = (name: string) => ({ params: { id: ids[name] } });

const shared = (name: string) => ({ ...byName(name), body: { visibility: 'project' } });

/** So that names are not lost among the words of a statement. */
const sqlOf = (statement: (name: string) => string, accept?: string) => (name: string) => ({
  body: { sql: statement(name) },
  ...(accept === undefined ? {} : { accept }),
});

const STATEMENTS: readonly ((name: string) => string)[] = [
  (it) => `FROM ${it}`,
  (it) => `SELECT * FROM "${it.toUpperCase()}"`,
  (it) => `DESCRIBE ${it}`,
  (it) => `SUMMARIZE ${it}`,
  (it) => `EXPLAIN SELECT * FROM ${it}`,
  (it) => `EXPLAIN ANALYZE FROM ${it}`,
  (it) => `DESCRIBE FROM ${it}`,
  (it) => `WITH a AS (FROM ${it}) FROM a`,
  (it) => `SELECT (SELECT count(*) FROM ${it})`,
  (it) => `TABLE ${it}`,
  (it) => `SELECT 1 AS a UNION ALL SELECT a FROM ${it}`,
  (it) => `SELECT 1 WHERE EXISTS (FROM ${it})`,
  (it) => `FROM range(1) r, LATERAL (FROM ${it})`,
  (it) => `FROM '${it}'`,
  (it) => `PIVOT ${it} ON a IN (1) USING count(*)`,
  (it) => `FROM main.${it}`,
  (it) => `FROM temp.main.${it}`,
  (it) => `FROM query_table('${it}')`,
  (it) => `FROM query('FROM ${it}')`,
  (it) => `SHOW ${it}`,
  (it) => `FROM pragma_table_info('${it}')`,
  (it) => `FROM read_parquet('in/${it}')`,
];

interface Row {
  readonly of: 'dataset' | 'query' | 'statement';
  readonly ways: readonly Way[];
  /** The possible outcomes for a caller who sees the object; by default it is answered. */
  readonly seen?: readonly string[];
  /** The name of a hidden object cannot be used again, and nothing more is disclosed. */
  readonly taken?: true;
}

/** How each endpoint of this service reaches an object. The test fails for a missing one. */
export const WAYS: Readonly<Record<string, Row>> = {
  getDataset: { of: 'dataset', ways: [ask(byName, api.getDataset)] },
  listDatasetVersions: { of: 'dataset', ways: [ask(byName, api.listDatasetVersions)] },
  previewDataset: { of: 'dataset', ways: [ask(byName, api.previewDataset)] },
  profileDataset: { of: 'dataset', ways: [ask(byName, api.profileDataset)] },
  getDatasetAccess: { of: 'dataset', ways: [ask(byName, api.getDatasetAccess)] },
  shareDataset: { of: 'dataset', seen: ['forbidden', 'precondition-required'], ways: [ask(shared, api.shareDataset)] },
  deleteDataset: { of: 'dataset', seen: ['precondition-required'], ways: [ask(byName, api.deleteDataset)] },
  registerDataset: {
    of: 'dataset',
    taken: true,
    ways: [(name, principal) => harness.register('a\n1\n', 'x.csv', { name }, principal, {})],
  },
  listDatasets: {
    of: 'dataset',
    ways: [
      listed(
        async (principal) => (await harness.gateway.call(listDatasets, { params: {}, query: {} }, { principal })).items,
      ),
    ],
  },
  runSql: {
    of: 'dataset',
    seen: ['answered', 'invalid-sql'],
    ways: [
      ...STATEMENTS.map((it) => ask(sqlOf(it), api.runSql)),
      ...Object.values(contracts.ROW_FILES).map((accept) =>
        ask(
          sqlOf((it) => `FROM ${it}`, accept),
          api.runSql,
        ),
      ),
    ],
  },
  draftDerivation: {
    of: 'dataset',
    ways: [ask((name) => ({ body: { name: 'drafted', sql: `FROM ${name}` } }), api.draftDerivation)],
  },
  getSavedQuery: { of: 'query', ways: [ask(byName, api.getSavedQuery)] },
  deleteSavedQuery: {
    of: 'query',
    seen: ['forbidden', 'precondition-required'],
    ways: [ask(byName, api.deleteSavedQuery)],
  },
  getSavedQueryAccess: { of: 'query', ways: [ask(byName, api.getSavedQueryAccess)] },
  shareSavedQuery: {
    of: 'query',
    seen: ['forbidden', 'precondition-required'],
    ways: [ask(shared, api.shareSavedQuery)],
  },
  putSavedQuery: {
    of: 'query',
    seen: ['forbidden', 'precondition-required'],
    taken: true,
    ways: [ask((name) => ({ ...byName(name), body: { sql: 'SELECT 2' } }), api.putSavedQuery)],
  },
  listSavedQueries: {
    of: 'query',
    ways: [
      listed(
        async (principal) =>
          (await harness.gateway.call(listSavedQueries, { params: {}, query: {} }, { principal })).items,
      ),
    ],
  },
  getSql: { of: 'statement', ways: [ask(byId, api.getSql)] },
  // It has ended, which looks like a missing one too.
  cancelSql: { of: 'statement', seen: ['not-found'], ways: [ask(byId, api.cancelSql)] },
  listSql: {
    of: 'statement',
    ways: [
      (name, principal) =>
        harness.gateway.call(api.listSql, { params: {}, query: {} }, { principal }).then(({ items }) => {
          if (!items.some((it) => it.query_id === ids[name])) throw new ProblemError('not-found', `no ${name}`);
        }),
    ],
  },
};

function listed(list: (principal: Principal) => Promise<readonly { readonly name: string }[]>): Way {
  return async (name, principal) => {
    if (!(await list(principal)).some((it) => it.name === name)) throw new ProblemError('not-found', `no ${name}`);
  };
}

export const accessOf = (visibility: Visibility): ObjectAccess => ({
  owner: CALLERS.owner.id,
  visibility,
  groups: visibility === 'groups' ? ['red'] : [],
});

beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
  for (const visibility of VISIBILITIES) {
    const params = { name: NAMES[visibility] };
    const { visibility: _, ...rest } = { ...accessOf(visibility) };
    const body = { visibility, groups: [...rest.groups] };
    await harness.register('a\n1\n', 'x.csv', params, CALLERS.owner);
    await harness.gateway.call(
      putSavedQuery,
      { params, query: {}, body: { sql: 'SELECT 1' } },
      { principal: CALLERS.owner },
    );
    await harness.gateway.call(
      runSql,
      { params: {}, query: {}, body: { sql: 'SELECT 1', query_id: ids[params.name] } },
      { principal: CALLERS.owner },
    );
    for (const [read, share] of [
      [getDatasetAccess, shareDataset],
      [getSavedQueryAccess, shareSavedQuery],
    ] as const) {
      const { etag } = await harness.gateway.call(read, { params, query: {} }, { principal: CALLERS.owner });
      await harness.gateway.call(share, { params, query: {}, body, if_match: etag }, { principal: CALLERS.owner });
    }
  }
}, 240_000);

afterAll(() => harness.stop(), 30_000);
