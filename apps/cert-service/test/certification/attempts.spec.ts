import { createHash, randomUUID } from 'node:crypto';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type Certificate,
  checkDerivation,
  type Claim,
  getCertificate,
  getDerivation,
  getRunPictures,
  type Job,
  listRuns,
  type Principal,
  putDerivation,
  runDerivation,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { aManifest, anExecution, aTable } from '../builders';
import { type CertHarness, EDITOR, startCert } from '../cert-harness';

const AGENT: Principal = { ...EDITOR, id: 'token:agent' };
const FAILED = {
  outcome: 'failed' as const,
  stdout: '',
  stderr: '',
  duration_ms: 5,
  peak_rss_bytes: 1,
  environment: null,
  reason: 'raised' as const,
  message: 'ZeroDivisionError',
  traceback: null,
};

/** The service as composed, with the real oracle in its own process, over rows with a weak effect: p is about 0.002. */
describe('attempts on the same data', () => {
  let harness: CertHarness;
  let code = 0;

  beforeAll(async () => {
    harness = await startCert({ oracle: 'real' });
    const rows = await weakEffect(harness);
    harness.world.execution = anExecution(rows);
  });
  afterAll(() => harness.stop());

  /** Another way to compute the same outcome, put by somebody. */
  async function attempt(
    principal: Principal,
    over: { readonly name?: string; readonly claim?: Partial<Claim> } = {},
  ): Promise<Certificate['certificate'] | null> {
    const name = over.name ?? 'tries';
    code += 1;
    const claim: Claim = {
      question: 'Is B higher?',
      kind: 'comparison',
      roles: { group: 'side', value: 'height' },
      declared: { design: 'observational', pre_treatment: [] },
      ...over.claim,
    };
    harness.world.manifests = [
      aManifest({ name, claim, code_hash: `sha256:${createHash('sha256').update(String(code)).digest('hex')}` }),
    ];
    const as = { principal };
    const there = await harness.gateway.call(getDerivation, { params: { name }, query: {} }, as).then(
      ({ etag }) => ({ if_match: etag }),
      () => ({}),
    );
    await harness.gateway.call(
      putDerivation,
      { params: { name }, query: {}, body: { files: { 'derivations/departures.py': 'x' } }, ...there },
      as,
    );
    const { id } = await ended(
      await harness.gateway.call(runDerivation, { params: { name }, query: {}, body: {} }, as),
      as,
    );
    const run = id.slice(id.indexOf('_') + 1);
    return harness.gateway.call(getCertificate, { params: { name }, query: { run } }, as).then(
      (it) => it.certificate,
      () => null,
    );
  }

  async function ended(job: Job, as: { principal: Principal }): Promise<Job> {
    return waitForJob(harness.gateway, job.id, as);
  }

  const attemptsGate = (certificate: Certificate['certificate'] | null) =>
    certificate?.gates.find((gate) => gate.name === 'attempts');

  it('begin with one, whose certificate says so and is sound', async () => {
    expect(await attempt(EDITOR)).toMatchObject({
      verdict: 'sound',
      oracle: { attempts: 1, alpha: 0.005 },
      skipped: expect.arrayContaining([expect.objectContaining({ name: 'attempts' })]),
    });
  });

  it('have their pictures kept with the run, and named in the certificate', async () => {
    const as = { principal: EDITOR };
    const { certificate } = await harness.gateway.call(getCertificate, { params: { name: 'tries' }, query: {} }, as);
    const {
      items: [run],
    } = await harness.gateway.call(listRuns, { params: { name: 'tries' }, query: {} }, as);
    expect(certificate['evidence']).toEqual({ run: run?.id, pictures: run?.pictures });
    const answer = await harness.gateway.exchange(
      getRunPictures,
      { params: { name: 'tries', run: run?.id ?? '' }, query: {} },
      as,
    );
    expect(answer).toMatchObject({
      kind: 'file',
      file: { content_type: 'image/svg+xml', inline: true, object: run?.pictures?.slice('sha256:'.length) },
    });
  });

  it('have no pictures under another derivation, or of a run that is not there', async () => {
    const as = { principal: EDITOR };
    const {
      items: [run],
    } = await harness.gateway.call(listRuns, { params: { name: 'tries' }, query: {} }, as);
    const ask = (name: string, id: string) =>
      harness.gateway.call(getRunPictures, { params: { name, run: id }, query: {} }, as);
    await expect(ask('nobody', run?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
    await expect(ask('tries', randomUUID())).rejects.toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('has no run'),
    });
  });

  it('count when they fail, and under whatever name', async () => {
    const { execution } = harness.world;
    harness.world.execution = FAILED;
    expect(await attempt(EDITOR, { name: 'elsewhere' })).toBeNull();
    harness.world.execution = execution;
    const third = await attempt(EDITOR, { name: 'elsewhere' });
    expect(third).toMatchObject({
      verdict: 'inconclusive',
      oracle: { attempts: 3 },
      certified_by: { actor: 'token:editor' },
    });
    expect(attemptsGate(third)).toMatchObject({
      verdict: 'inconclusive',
      statistic: 3,
      threshold: expect.closeTo((0.1 * 0.005) / 6, 10),
      detail: expect.stringContaining('3 attempts were made on this data'),
    });
  });

  it('do not count when somebody only looks, which the next certificate tells', async () => {
    const as = { principal: EDITOR };
    const job = await ended(
      await harness.gateway.call(checkDerivation, { params: { name: 'elsewhere' }, query: {}, body: {} }, as),
      as,
    );
    expect(job).toMatchObject({ state: 'succeeded', result: { oracle: { attempts: 3, looks: 0 } } });
    const { newest_run } = await harness.gateway.call(getDerivation, { params: { name: 'elsewhere' }, query: {} }, as);
    expect(newest_run?.id).not.toBe(job.id.slice(job.id.indexOf('_') + 1));
    expect(await attempt(EDITOR)).toMatchObject({ oracle: { attempts: 4, looks: 1 } });
  });

  it('of somebody else spend nothing of theirs', async () => {
    expect(await attempt(AGENT, { name: 'others' })).toMatchObject({ verdict: 'sound', oracle: { attempts: 1 } });
    expect(await attempt(EDITOR)).toMatchObject({ oracle: { attempts: 5 } });
  });

  it('begin afresh for another question, and on other data', async () => {
    expect(
      await attempt(EDITOR, {
        claim: { kind: 'level', roles: { value: 'weight', threshold: 0 }, question: 'Is the weight above 0?' },
      }),
    ).toMatchObject({ oracle: { attempts: 1 } });
    harness.world.datasets = { flights: aTable({ data_hash: `sha256:${'e'.repeat(64)}` }) };
    expect(await attempt(EDITOR)).toMatchObject({ verdict: 'sound', oracle: { attempts: 1 } });
  });

  it('go on when the outcome is renamed, and when the same difference is asked for as another kind', async () => {
    const before = await attempt(EDITOR);
    const { execution } = harness.world;
    harness.world.execution = anExecution(await weakEffect(harness, 'stature'));
    const renamed = await attempt(EDITOR, { claim: { roles: { group: 'side', value: 'stature' } } });
    const reworded = await attempt(EDITOR, { claim: { kind: 'effect', roles: { x: 'side', y: 'stature' } } });
    harness.world.execution = execution;
    const counted = before?.oracle.attempts ?? NaN;
    expect([renamed?.oracle.attempts, reworded?.oracle.attempts]).toEqual([counted + 1, counted + 2]);
  });
});

async function weakEffect(harness: CertHarness, outcome = 'height'): Promise<ReturnType<typeof aTable>> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const staged = await harness.warehouse.stage();
  await connection.run(
    `COPY (SELECT CASE WHEN i % 2 = 0 THEN 'A' ELSE 'B' END AS side, (i % 2) * 0.22 + sin(i * 12.9898) AS ${outcome}, 1 + sin(i * 78.233) AS weight FROM range(400) t(i)) TO '${staged.path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  const { object, bytes } = await harness.warehouse.adopt(staged);
  return aTable({
    object,
    bytes,
    rows: 400,
    columns: [
      { name: 'side', type: 'string' },
      { name: outcome, type: 'number' },
      { name: 'weight', type: 'number' },
    ],
  });
}
