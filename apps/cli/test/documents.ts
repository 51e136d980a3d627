import type { UnsignedPayload } from '@svc/audit-chain';
import type {
  Dataset,
  getDerivation,
  getPublicKey,
  Job,
  Manifest,
  Metric,
  MetricAnswer,
  MetricDefinition,
  ResponseOf,
  Run,
} from '@svc/contracts';

const hash = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;
const at = '2026-03-01T10:00:00.000Z';
const service = 'cert_00000000-0000-4000-8000-000000000001';

/** The published key history of a service that never rotated its key. */
export function thePublicKeys(publicKey: string, logKey: string): ResponseOf<typeof getPublicKey> {
  return {
    schema: 'svc.keys/v1',
    algorithm: 'ed25519',
    public_key: publicKey,
    issuer: 'svc',
    audit_log_key: logKey,
    keys: [{ public_key: publicKey, from: at, until: null }],
  };
}

/** Documents as the service serves them, overlaid with what a test is about. */
export function aMetric(over: Partial<Metric> = {}, definition: Partial<MetricDefinition> = {}): Metric {
  const whole: MetricDefinition = {
    name: 'departures',
    type: 'simple',
    source: 'flown',
    measure: { agg: 'count' },
    dimensions: ['carrier'],
    timeDimension: { column: 'date', grain: 'month' },
  };
  return {
    name: 'departures',
    definition: Object.assign(whole, definition),
    version: 1,
    etag: hash('e'),
    owner: 'token:ann',
    created_at: at,
    updated_at: at,
    ...over,
  };
}

export function anAnswer(over: Partial<MetricAnswer> = {}): MetricAnswer {
  const source = {
    derivation: 'flown',
    run: '00000000-0000-4000-8000-000000000001',
    data_hash: hash('d'),
    params: {},
    certificate_digest: hash('c'),
    verdict: 'sound' as const,
    as_of: at,
  };
  const rows = [
    ['2013-01-01', 100],
    ['2013-02-01', 50],
    ['2013-03-01', null],
  ];
  return {
    columns: [
      { name: 'date', type: 'date' },
      { name: 'departures', type: 'integer' },
    ],
    rows,
    row_count: rows.length,
    truncated: false,
    sql: 'SELECT 1',
    source,
    sources: [source],
    cached: false,
    duration_ms: 3,
    ...over,
  };
}

export function aManifest(over: Partial<Manifest> = {}): Manifest {
  return {
    name: 'flown',
    description: '',
    function: 'flown',
    file: 'derivations/flown.py',
    inputs: { flights: { kind: 'dataset', ref: 'flights' } },
    params: {},
    claim: null,
    contract: null,
    ordered: false,
    tolerance: null,
    code_hash: hash('1'),
    source_hash: hash('2'),
    ...over,
  };
}

export function aDerivation(over: Partial<Manifest> = {}): ResponseOf<typeof getDerivation> {
  const { function: _function, file: _file, ...declared } = aManifest(over);
  return {
    ...declared,
    origin: 'repository',
    owner: 'token:ann',
    author: 'token:ann',
    etag: hash('3'),
    certification: { certified: false, reason: 'It never ran.', certificate_digest: null, causes: [], revoked: null },
    newest_run: null,
    created_at: at,
    updated_at: at,
    source: 'def flown(ctx): ...',
    parameter_sets: [],
  };
}

export function aRun(over: Partial<Run> = {}): Run {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    derivation: 'flown',
    derivation_version: hash('6'),
    outcome: 'succeeded',
    verdict: 'sound',
    reason: 'The afternoon is later by 12.1 minutes.',
    changed: [],
    data_hash: hash('4'),
    rows: 10,
    params: {},
    parameter_set: 'default',
    inputs: { flights: hash('2') },
    code_hash: hash('1'),
    environment: hash('3'),
    attestation: null,
    certificate_digest: hash('c'),
    pictures: null,
    revoked: null,
    error: null,
    stdout: '',
    stderr: '',
    traceback: null,
    duration_ms: 12,
    actor: 'token:ann',
    started_at: at,
    finished_at: at,
    ...over,
  };
}

export function aJob(over: Partial<Job> = {}): Job {
  return {
    id: service,
    kind: 'derivation.run',
    state: 'queued',
    progress: { done: 0, total: 4, message: '' },
    result: null,
    error: null,
    created_at: at,
    started_at: null,
    finished_at: null,
    ...over,
  };
}

export function aDataset(over: Partial<Dataset> = {}): Dataset {
  return {
    name: 'flights',
    description: '',
    owner: 'token:ann',
    version: { data_hash: hash('5'), rows: 3, bytes: 100, columns: [{ name: 'carrier', type: 'string' }] },
    versions: 1,
    created_at: at,
    updated_at: at,
    ...over,
  };
}

/** What a certificate states of `flown`. */
export function aPayload(over: Partial<UnsignedPayload> = {}): UnsignedPayload {
  return {
    derivation: 'flown',
    question: 'Are afternoons later?',
    verdict: 'sound',
    claim: { kind: 'comparison', roles: { group: 'half', value: 'delay' }, declared: {} },
    estimate: null,
    adjusted_for: [],
    gates: [],
    skipped: [],
    oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
    code: { hash: hash('1'), environment: hash('2'), source_hash: hash('3') },
    data: { hash: hash('4'), rows: 10, inputs: { flights: hash('5') } },
    derivation_version: hash('6'),
    certified_by: { issuer: 'svc', actor: 'token:ann' },
    run_at: '2026-03-01T10:00:00.000000Z',
    issued_at: '2026-03-01T10:00:01.000000Z',
    ...over,
  };
}
