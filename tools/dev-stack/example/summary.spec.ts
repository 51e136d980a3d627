import { certificate, derivation, metricAnswer } from '@svc/contracts';
import type { ExampleResults } from './example-results';
import { summaryText } from './summary';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const AT = '2026-01-02T03:04:05.000000Z';
const RUN = '00000000-0000-4000-8000-000000000001';

function derivationNamed(
  name: string,
  question: string,
  reason: string,
  verdict: 'sound' | 'unsound',
): ExampleResults['sound'] {
  return derivation.parse({
    name,
    description: '',
    inputs: {},
    params: {},
    claim: { question, kind: 'comparison', roles: {} },
    contract: null,
    ordered: false,
    tolerance: null,
    code_hash: DIGEST,
    source_hash: DIGEST,
    origin: 'repository',
    owner: 'me',
    author: 'me',
    etag: DIGEST,
    certification: { certified: verdict === 'sound', reason, certificate_digest: DIGEST },
    created_at: AT,
    updated_at: AT,
    newest_run: {
      id: RUN,
      derivation: name,
      derivation_version: DIGEST,
      outcome: 'succeeded',
      verdict,
      reason,
      changed: [],
      data_hash: DIGEST,
      rows: 1,
      params: {},
      inputs: {},
      code_hash: DIGEST,
      environment: DIGEST,
      certificate_digest: DIGEST,
      error: null,
      duration_ms: 1,
      actor: 'me',
      started_at: AT,
      finished_at: AT,
    },
  });
}

const results: ExampleResults = {
  sound: derivationNamed('departures', 'Flights after noon leave later', 'holds', 'sound'),
  unsound: derivationNamed(
    'older_aircraft',
    'Older aircraft arrive earlier',
    'within carrier the sign is reversed: -1.2 becomes 2.0',
    'unsound',
  ),
  certificate: certificate.parse({
    schema: 'svc.certificate/v1',
    certificate: {
      derivation: 'departures',
      question: 'q',
      verdict: 'sound',
      claim: { kind: 'comparison', roles: {} },
      estimate: {
        value: 12.345,
        label: 'difference of means',
        unit: 'minutes',
        interval: { level: 0.995, low: 11.5, high: 13.1 },
        n: 328_521,
      },
      adjusted_for: ['origin', 'carrier'],
      gates: [],
      skipped: [],
      oracle: { version: '1', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
      code: { hash: DIGEST, environment: DIGEST, source_hash: DIGEST },
      data: { hash: DIGEST, rows: 1, inputs: {} },
      derivation_version: DIGEST,
      certified_by: { issuer: 'svc', actor: 'me' },
      run_at: AT,
      issued_at: AT,
      public_key: 'k',
    },
    signature: { algorithm: 'ed25519', value: 's' },
  }),
  certificateFile: '.svc/certificates/departures.json',
  metric: metricAnswer.parse({
    columns: [
      { name: 'date', type: 'date' },
      { name: 'average_delay', type: 'number' },
    ],
    rows: [
      ['2013-01-01', 10.036],
      ['2013-02-01', 10.8],
      ['2013-03-01', null],
    ],
    row_count: 3,
    truncated: false,
    sql: '',
    source: {
      derivation: 'departures',
      run: RUN,
      data_hash: DIGEST,
      certificate_digest: DIGEST,
      verdict: 'sound',
      as_of: AT,
    },
    sources: [],
    cached: false,
    duration_ms: 1,
  }),
};

const text = summaryText(results, {
  gateway: 'http://127.0.0.1:7400',
  token: 'svc_pat_x',
  tokenFile: '.svc/secrets/admin-token',
  publicKeyFile: '.svc/certificate.key.pub',
});

describe('what ./svc up prints at the end', () => {
  it('shows the claim that holds with its number, interval, size and adjustment', () => {
    expect(text).toContain('✓ sound      departures: Flights after noon leave later');
    expect(text.replace(/\s+/g, ' ')).toContain(
      'difference of means: 12.3 minutes (99.5 %: 11.5 … 13.1), n = 328,521, adjusted for origin, carrier',
    );
  });

  it('shows the claim that was refused, with the oracle’s reason', () => {
    expect(text).toMatch(
      /✗ unsound +older_aircraft: Older aircraft arrive earlier\n +within carrier the sign is reversed: -1.2 becomes 2.0/,
    );
  });

  it('shows the metric by month under the digest of the certificate it stands on', () => {
    expect(text).toMatch(/2013-01 +10\.0 +2013-03 +–/);
    expect(text).toMatch(/2013-02 +10\.8/);
    expect(text).toContain(`certificate ${DIGEST}`);
  });

  it('says how to verify the certificate without the service', () => {
    expect(text).toContain(
      './svc certificate verify .svc/certificates/departures.json --public-key .svc/certificate.key.pub',
    );
  });

  it('gives address, token and three commands to go on with', () => {
    expect(text).toContain('http://127.0.0.1:7400');
    expect(text).toContain('svc_pat_x');
    expect(text.split('Next:\n')[1]?.trim().split('\n')).toHaveLength(3);
  });

  it('fits on a terminal, all but digests and commands', () => {
    const lines = text.split('\n').filter((line) => !line.includes('sha256:') && !line.startsWith('  ./svc'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(92);
  });
});
