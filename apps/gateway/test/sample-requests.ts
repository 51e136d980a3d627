import { api } from '@svc/contracts';

/** One acceptable request for each operation. An operation without a row here fails the access matrix. */
export interface SampleRequest {
  readonly path: string;
  readonly body?: unknown;
  /** The body travels as a form with a file. */
  readonly form?: Readonly<Record<string, string>>;
}

const JOB = 'compute_00000000-0000-4000-8000-000000000001';
const UUID = '00000000-0000-4000-8000-000000000002';
const SOURCE = { files: { 'flights.py': 'x = 1' } };

export const SAMPLES: { readonly [K in keyof typeof api]: SampleRequest } = {
  registerDataset: { path: '/api/datasets', form: { name: 'flights' } },
  listDatasets: { path: '/api/datasets?limit=5' },
  getDataset: { path: '/api/datasets/flights' },
  listDatasetVersions: { path: '/api/datasets/flights/versions' },
  previewDataset: { path: '/api/datasets/flights/preview' },
  profileDataset: { path: '/api/datasets/flights/profile' },
  describeDerivations: { path: '/api/derivations/describe', body: SOURCE },
  listDerivations: { path: '/api/derivations' },
  getDerivation: { path: '/api/derivations/delay' },
  putDerivation: { path: '/api/derivations/delay', body: SOURCE },
  deleteDerivation: { path: '/api/derivations/delay' },
  runDerivation: { path: '/api/derivations/delay/run', body: {} },
  checkDerivation: { path: '/api/derivations/delay/check', body: {} },
  listRuns: { path: '/api/derivations/delay/runs' },
  getRunPictures: { path: `/api/derivations/delay/runs/${UUID}/pictures` },
  getRows: { path: '/api/derivations/delay/rows' },
  revokeDerivation: { path: '/api/derivations/delay/revoke', body: { reason: 'wrong' } },
  getPublicKey: { path: '/api/certificates/public-key' },
  getCertificate: { path: '/api/certificates/delay' },
  getCertificatePdf: { path: '/api/certificates/delay/pdf' },
  issueCertificate: { path: '/api/certificates/delay/issue' },
  verifyCertificate: { path: '/api/certificates/delay', body: { schema: 'svc.certificate/v1' } },
  listMetrics: { path: '/api/metrics' },
  exportOsi: { path: '/api/metrics/osi' },
  importOsi: { path: '/api/metrics/osi?partial=true', body: { version: '0.1.1', semantic_model: [] } },
  getMetric: { path: '/api/metrics/delay' },
  putMetric: { path: '/api/metrics/delay', body: { name: 'delay', type: 'simple', source: 'delay', measure: { agg: 'count' } } },
  checkMetric: { path: '/api/metrics/delay/check', body: { name: 'delay', type: 'simple', source: 'delay', measure: { agg: 'count' } } },
  deleteMetric: { path: '/api/metrics/delay' },
  queryMetric: { path: '/api/metrics/delay/query', body: {} },
  compileMetric: { path: '/api/metrics/delay/compile', body: {} },
  metricHistory: { path: '/api/metrics/delay/history' },
  exportMetric: { path: '/api/exports/metrics/delay' },
  listDashboards: { path: '/api/dashboards' },
  getDashboardSchema: { path: '/api/dashboards/schema' },
  getDashboard: { path: '/api/dashboards/delays' },
  putDashboard: { path: '/api/dashboards/delays', body: { specVersion: '1.0', kind: 'Dashboard', name: 'delays', title: 'Delays', pages: [{ name: 'first', title: 'First', widgets: [] }] } },
  deleteDashboard: { path: '/api/dashboards/delays' },
  listDashboardVersions: { path: '/api/dashboards/delays/versions' },
  getDashboardVersion: { path: '/api/dashboards/delays/versions/2' },
  publishDashboard: { path: '/api/dashboards/delays/publish', body: {} },
  rollBackDashboard: { path: '/api/dashboards/delays/rollback', body: { version: 1 } },
  readDashboardPage: { path: '/api/dashboards/delays/pages/first/data', body: { variables: { origin: 'JFK' } } },
  renderDashboardPage: { path: '/api/dashboards/delays/pages/first.svg?draft=true' },
  exportDashboard: { path: '/api/exports/dashboards/delays' },
  runSql: { path: '/api/sql', body: { sql: 'select 1' } },
  listSql: { path: '/api/sql?state=failed' },
  draftDerivation: { path: '/api/sql/draft', body: { name: 'late', sql: 'select 1' } },
  getSql: { path: `/api/sql/${UUID}` },
  cancelSql: { path: `/api/sql/${UUID}` },
  listSavedQueries: { path: '/api/queries' },
  getSavedQuery: { path: '/api/queries/late' },
  putSavedQuery: { path: '/api/queries/late', body: { sql: 'select 1' } },
  deleteSavedQuery: { path: '/api/queries/late' },
  getJob: { path: `/api/jobs/${JOB}` },
  watchJob: { path: `/api/jobs/${JOB}/events` },
  cancelJob: { path: `/api/jobs/${JOB}` },
  listAudit: { path: '/api/audit/records' },
  getAuditCheckpoint: { path: '/api/audit/checkpoint' },
  getAuditProof: { path: '/api/audit/records/7/proof' },
  listAuditSegments: { path: '/api/audit/segments' },
  exportAuditSegment: { path: '/api/audit/segments/0' },
  verifyAudit: { path: '/api/audit/verify' },
  createToken: { path: '/api/tokens', body: { name: 'x', role: 'admin', scopes: ['token:manage'] } },
  listTokens: { path: '/api/tokens' },
  revokeToken: { path: `/api/tokens/${UUID}` },
  whoAmI: { path: '/api/me' },
};
