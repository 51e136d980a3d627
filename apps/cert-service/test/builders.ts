import { createHash } from 'node:crypto';
import type { Attestation, ExecutionResult, Manifest, ObjectAccess, Run, TableVersion } from '@svc/contracts';
import type { StoredDerivation } from '../src/definition/derivation.ports';
import type { RunIdentity } from '../src/definition/derivation-version';
import type { StoredRun } from '../src/run/run';
import type { RowsSuggestion } from '../src/run/run.ports';

/** The stored rows of {@link aTable}, where a spec stores them. */
export const ROWS = 'the rows of a test';
const ROWS_OBJECT = createHash('sha256').update(ROWS).digest('hex');

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;

/** Builders for specs: a complete, valid object, overlaid with what the test is about. */
export function anIdentity(over: Partial<RunIdentity> = {}): RunIdentity {
  return {
    code_hash: hash('1'),
    params: {},
    inputs: { flights: hash('2') },
    environment: hash('3'),
    contract: null,
    claim: {
      question: 'Are afternoons later?',
      kind: 'comparison',
      roles: { group: 'half', value: 'dep_delay' },
      declared: { cluster: 'date' },
    },
    ...over,
  };
}

export function aTable(over: Partial<TableVersion> = {}): TableVersion {
  return {
    data_hash: hash('4'),
    object: ROWS_OBJECT,
    rows: 10,
    bytes: 100,
    columns: [
      { name: 'half', type: 'string' },
      { name: 'dep_delay', type: 'integer' },
    ],
    ...over,
  };
}

export function anAttestation(over: Partial<Attestation> = {}): Attestation {
  return {
    question: 'Are afternoons later?',
    kind: 'comparison',
    verdict: 'sound',
    reason: 'The difference is 12.1 minutes (99.5% 11.0…13.2).',
    estimate: {
      value: 12.1,
      label: 'afternoon - morning',
      unit: null,
      interval: { level: 0.995, low: 11, high: 13.2 },
      n: 10,
    },
    adjusted_for: ['origin'],
    gates: [
      {
        name: 'reproducible',
        verdict: 'sound',
        statistic: null,
        threshold: null,
        n: 10,
        seed: null,
        detail: 'both runs gave the same rows',
      },
    ],
    skipped: [{ name: 'sample-ratio', reason: 'no intended split is declared' }],
    oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: 'comparison' },
    ...over,
  };
}

export function aRun(over: Partial<Run> = {}): StoredRun {
  const run: Run = {
    id: '00000000-0000-4000-8000-000000000001',
    derivation: 'departures',
    derivation_version: hash('6'),
    outcome: 'succeeded',
    verdict: 'sound',
    reason: 'The difference is 12.1 minutes.',
    changed: [],
    data_hash: hash('4'),
    rows: 10,
    params: {},
    parameter_set: 'default',
    inputs: { flights: hash('2') },
    code_hash: hash('1'),
    environment: hash('3'),
    attestation: anAttestation(),
    certificate_digest: hash('a'),
    pictures: null,
    revoked: null,
    error: null,
    stdout: '',
    stderr: '',
    traceback: null,
    duration_ms: 12,
    actor: 'ann',
    started_at: '2026-01-01T00:00:00.000000Z',
    finished_at: '2026-01-01T00:00:01.000000Z',
    ...over,
  };
  return {
    run,
    identity: anIdentity(),
    sourceHash: hash('7'),
    table: run.outcome === 'succeeded' ? aTable() : null,
    read: {},
    pictures: null,
  };
}

export function aManifest(over: Partial<Manifest> = {}): Manifest {
  const { code_hash, claim, contract } = anIdentity();
  return {
    name: 'departures',
    description: 'Departures',
    function: 'departures',
    file: 'derivations/departures.py',
    inputs: { flights: { kind: 'dataset', ref: 'flights' } },
    params: {},
    claim,
    contract,
    ordered: false,
    tolerance: null,
    code_hash,
    source_hash: hash('7'),
    ...over,
  };
}

export function aDerivation(over: Partial<Manifest> = {}, access: Partial<ObjectAccess> = {}): StoredDerivation {
  const at = new Date('2026-01-01T00:00:00Z');
  return {
    manifest: aManifest(over),
    files: { 'derivations/departures.py': 'x' },
    source: 'x',
    origin: 'api',
    definedBy: 'ann',
    etag: hash('b'),
    environment: hash('3'),
    createdAt: at,
    updatedAt: at,
    owner: 'ann',
    visibility: 'project',
    groups: [],
    ...access,
  };
}

/** Two successful executions with these rows. */
export function anExecution(table: TableVersion): ExecutionResult {
  return {
    outcome: 'succeeded',
    stdout: 'hello',
    stderr: '',
    duration_ms: 5,
    peak_rss_bytes: 1,
    environment: hash('3'),
    table,
    reproducibility: { identical: true, within_tolerance: true, second_hash: table.data_hash, detail: 'same' },
  };
}

/** What the scripted oracle suggests about any rows. */
export const aRowsSuggestion: RowsSuggestion = {
  claim: { question: 'the table is complete', kind: 'table', roles: {}, declared: {} },
  lines: [],
  sample: null,
};
