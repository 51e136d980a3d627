import {
  certifiedSource,
  getCertificate,
  getDerivation,
  getRows,
  type Json,
  listRuns,
  putDerivation,
  resolveDerivations,
  revokeDerivation,
  runDerivation,
  verifyCertificate,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { refusal } from '@svc/testing';
import { aManifest, anExecution, aTable } from '../builders';
import { ADMIN, type CertHarness, EDITOR, startCert } from '../cert-harness';

/** `delays` has the parameters of summer by default; `report` reads its rows of winter. */
describe('a named parameter set', () => {
  let harness: CertHarness;
  const editor = { principal: EDITOR };
  const declared = {
    season: { type: 'string', required: false, default: 'summer' },
    year: { type: 'integer', required: false, default: 2024 },
  } as const;

  const put = async (name: string, over: object): Promise<void> => {
    harness.world.manifests = [aManifest({ name, ...over })];
    await harness.gateway.call(
      putDerivation,
      { params: { name }, query: {}, body: { files: { 'd.py': 'x' } } },
      editor,
    );
  };
  const start = (name: string, body: { params?: Record<string, Json>; set?: string; force?: boolean }) =>
    harness.gateway.call(runDerivation, { params: { name }, query: {}, body }, editor);
  const run = async (name: string, body: Parameters<typeof start>[1] = {}) =>
    waitForJob(harness.gateway, (await start(name, body)).id, editor);
  const get = (name: string) => harness.gateway.call(getDerivation, { params: { name }, query: {} }, editor);
  const resolve = async (...names: string[]) =>
    (await harness.gateway.call(resolveDerivations, { names }, editor)).sources;
  const rowsOf = (digit: string) => {
    harness.world.execution = anExecution(aTable({ data_hash: `sha256:${digit.repeat(64)}` }));
  };

  beforeAll(async () => {
    harness = await startCert();
    rowsOf('1');
    await put('delays', { params: declared });
    await run('delays');
    rowsOf('2');
    await run('delays', { set: 'winter', params: { season: 'winter' } });
  });
  afterAll(() => harness.stop());

  it('never replaces the rows of the derivation’s defaults', async () => {
    const sources = await resolve('delays', 'delays@winter', 'delays@default', 'delays@spring');
    expect(sources).toMatchObject({
      delays: {
        certified: true,
        params: { season: 'summer', year: 2024 },
        table: { data_hash: `sha256:${'1'.repeat(64)}` },
      },
      'delays@winter': {
        certified: true,
        params: { season: 'winter', year: 2024 },
        table: { data_hash: `sha256:${'2'.repeat(64)}` },
      },
      'delays@default': { certified: true, table: { data_hash: `sha256:${'1'.repeat(64)}` } },
      'delays@spring': { certified: false, reason: expect.stringContaining('never run') },
    });
    expect(certifiedSource.parse(sources['delays']).run).toBe(sources['delays@default']?.run);
  });

  it('is shown with its parameters and how it stands', async () => {
    expect((await get('delays')).parameter_sets).toEqual([
      {
        name: 'winter',
        params: { season: 'winter' },
        certification: { certified: true, reason: expect.any(String), certificate_digest: expect.any(String) },
        newest_run: expect.any(String),
      },
    ]);
  });

  it('is needed for parameters that are not the defaults', async () => {
    expect(await refusal(start('delays', { params: { season: 'winter' } }))).toMatchObject({
      code: 'invalid-request',
      detail: expect.stringContaining('svc derivation run delays@<set>'),
      facts: { errors: [{ pointer: '/body/set' }] },
    });
    expect(await refusal(start('delays', { set: 'default', params: { year: 2025 } }))).toMatchObject({
      code: 'invalid-request',
    });
    expect(await run('delays', { params: { season: 'summer' } })).toMatchObject({ result: { unchanged: true } });
  });

  it('never changes, and is run again by its name alone', async () => {
    expect(await refusal(start('delays', { set: 'winter', params: { season: 'autumn' } }))).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('{"season":"winter"}'),
    });
    expect(await refusal(start('delays', { set: 'autumn' }))).toMatchObject({ code: 'invalid-request' });
    expect(await refusal(start('delays', { set: 'autumn', params: { seasn: 'autumn' } }))).toMatchObject({
      facts: { errors: [{ pointer: '/body/params/seasn' }] },
    });
    rowsOf('2');
    expect(await run('delays', { set: 'winter' })).toMatchObject({ result: { unchanged: true } });
  });

  it('of several that name it at once with different parameters, one wins and the others are refused', async () => {
    const years = [2001, 2002, 2003, 2004];
    const ended = await Promise.allSettled(years.map((year) => start('delays', { set: 'raced', params: { year } })));
    expect(ended.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
  });

  it('has certificates, rows and a history of its own, and is revoked by itself', async () => {
    const certificate = (set: string) =>
      harness.gateway.call(getCertificate, { params: { name: 'delays' }, query: { set } }, editor);
    const winter = await certificate('winter');
    expect(winter.certificate.data.hash).toMatch(/^sha256:2+$/);
    expect((await certificate('default')).certificate.data.hash).toMatch(/^sha256:1+$/);
    const body: Json = JSON.parse(JSON.stringify(winter));
    expect(
      await harness.gateway.call(verifyCertificate, { params: { name: 'delays' }, query: {}, body }, editor),
    ).toMatchObject({ outcome: 'matches' });
    const { items } = await harness.gateway.call(
      listRuns,
      { params: { name: 'delays' }, query: { set: 'winter' } },
      editor,
    );
    expect(new Set(items.map((it) => it.parameter_set))).toEqual(new Set(['winter']));
    const rows = (set: string) =>
      harness.gateway.call(getRows, { params: { name: 'delays' }, query: { set, limit: 5 } }, editor);
    expect(await refusal(rows('spring'))).toMatchObject({ detail: expect.stringContaining('"delays@spring"') });
    await harness.gateway.call(
      revokeDerivation,
      { params: { name: 'delays' }, query: {}, body: { set: 'winter', reason: 'snow was counted twice' } },
      { principal: ADMIN },
    );
    expect(await resolve('delays', 'delays@winter')).toMatchObject({
      delays: { certified: true },
      'delays@winter': { certified: false, reason: expect.stringContaining('snow was counted twice') },
    });
  });

  it('withdraws its dependents and not those of another set', async () => {
    rowsOf('3');
    await run('delays', { set: 'winter', force: true });
    await put('report', { inputs: { base: { kind: 'derivation', ref: 'delays@winter' } } });
    await put('summary', { inputs: { base: { kind: 'derivation', ref: 'delays' } } });
    await run('report');
    await run('summary');
    expect(await resolve('report', 'summary')).toMatchObject({
      report: { certified: true },
      summary: { certified: true },
    });
    await harness.gateway.call(
      revokeDerivation,
      { params: { name: 'delays' }, query: {}, body: { set: 'winter', reason: 'wrong again' } },
      { principal: ADMIN },
    );
    expect(await resolve('report', 'summary')).toMatchObject({
      report: { certified: false, reason: expect.stringContaining('"delays@winter"') },
      summary: { certified: true },
    });
  });
});
