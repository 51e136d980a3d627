import { api, type Endpoint } from '@svc/contracts';
import { drawnRequest, type SampleRequest } from './drawn-request';

const SOURCE = { files: { 'flights.py': 'x = 1' } };

/** Those that no schema can say: rules between members, documents, files, and what the tests have stored. */
const SAID: { readonly [K in keyof typeof api]?: SampleRequest } = {
  registerDataset: { path: '/api/datasets', form: { name: 'flights' } },
  describeDerivations: { path: '/api/derivations/describe', body: SOURCE },
  putDerivation: { path: '/api/derivations/delay', body: SOURCE },
  verifyCertificate: { path: '/api/certificates/delay', body: { schema: 'svc.certificate/v1' } },
  importOsi: { path: '/api/metrics/osi?partial=true', body: { version: '0.1.1', semantic_model: [] } },
  putMetric: {
    path: '/api/metrics/delay',
    body: { name: 'delay', type: 'simple', source: 'delay', measure: { agg: 'count' } },
  },
  checkMetric: {
    path: '/api/metrics/delay/check',
    body: { name: 'delay', type: 'simple', source: 'delay', measure: { agg: 'count' } },
  },
  putDashboard: {
    path: '/api/dashboards/delays',
    body: {
      specVersion: '1.0',
      kind: 'Dashboard',
      name: 'delays',
      title: 'Delays',
      variables: [
        { name: 'origin', type: 'string', control: 'search', options: { values: ['JFK', { value: 'LGA' }] } },
      ],
      pages: [{ name: 'first', title: 'First', widgets: [] }],
    },
  },
  rollBackDashboard: { path: '/api/dashboards/delays/rollback', body: { version: 1 } },
  readDashboardPage: { path: '/api/dashboards/delays/pages/first/data', body: { variables: { origin: 'JFK' } } },
  renderDashboardPage: { path: '/api/dashboards/delays/pages/first.svg?draft=true' },
  listJsonOptions: { path: '/grafana/metric-payload-options', body: { metric: 'delay', name: 'grain' } },
  queryJson: {
    path: '/grafana/query',
    body: {
      range: { from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' },
      targets: [{ target: 'delay', refId: 'A' }],
    },
  },
  listJsonVariable: { path: '/grafana/variable', body: { payload: { target: 'delay.carrier' } } },
  listJsonTagValues: { path: '/grafana/tag-values', body: { key: 'carrier' } },
  runSql: { path: '/api/sql', body: { sql: 'select 1' } },
  draftDerivation: { path: '/api/sql/draft', body: { name: 'late', sql: 'select 1' } },
  listJobs: { path: '/api/jobs?state=running&mine=true' },
  createToken: { path: '/api/tokens', body: { name: 'x', scopes: ['token:own'] } },
  createUser: { path: '/api/users', body: { login: 'ada', name: 'Ada', password: 'correct horse battery' } },
  updateUser: {
    path: '/api/users/ada',
    body: { name: 'Ada', email: null, role: 'viewer', groups: [], disabled: false },
  },
  setPassword: { path: '/api/users/ada/password', body: { password: 'correct horse battery' } },
  signIn: { path: '/api/session', body: { login: 'nobody', password: 'correct horse battery' } },
  finishOidc: { path: '/api/session/oidc/callback?state=x&code=y' },
};

/** One acceptable request for each operation. */
export const SAMPLES: ReadonlyMap<string, SampleRequest> = new Map(
  Object.entries<Endpoint>(api).flatMap(([name, endpoint]) => {
    const sample = Object.entries(SAID).find(([it]) => it === name)?.[1] ?? drawnRequest(endpoint);
    return sample === null ? [] : [[name, sample] as const];
  }),
);
