import { api, type Endpoint } from '@svc/contracts';
import { drawnRequest, type SampleRequest } from './drawn-request';

/** Those that no schema can say: files, documents, what only a pattern or a query holds. */
const SAID: { readonly [K in keyof typeof api]?: SampleRequest } = {
  registerDataset: { path: '/api/datasets', form: { name: 'flights' } },
  verifyCertificate: { path: '/api/certificates/delay', body: { schema: 'svc.certificate/v1' } },
  importOsi: { path: '/api/metrics/osi?partial=true', body: { version: '0.1.1', semantic_model: [] } },
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
  readDashboardPage: { path: '/api/dashboards/delays/pages/first/data', body: { variables: { origin: 'JFK' } } },
  renderDashboardPage: { path: '/api/dashboards/delays/pages/first.svg?draft=true' },
  trainModel: { path: '/api/registry/train', body: { name: 'delay', derivation: 'departures', target: 'late' } },
  getArtifact: { path: '/api/registry/models/delay/versions/1/artifacts/content?path=model_card.md' },
  compareVersions: { path: '/api/registry/models/delay/compare?left=1&right=champion' },
  invokeModel: { path: '/api/serving/delay/invocations?version=champion', body: { instances: [{ distance: 400 }] } },
  putWebhook: {
    path: '/api/webhooks/deploys',
    body: { url: 'https://ci.example.com/hook', events: ['alias.updated'] },
  },
  listJobs: { path: '/api/jobs?state=running&mine=true' },
  finishOidc: { path: '/api/session/oidc/callback?state=x&code=y' },
};

/** One acceptable request for each operation. */
export const SAMPLES: ReadonlyMap<string, SampleRequest> = new Map(
  Object.entries<Endpoint>(api).flatMap(([name, endpoint]) => {
    const sample = Object.entries(SAID).find(([it]) => it === name)?.[1] ?? drawnRequest(endpoint);
    return sample === null ? [] : [[name, sample] as const];
  }),
);
