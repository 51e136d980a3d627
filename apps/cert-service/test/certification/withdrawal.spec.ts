import {
  deleteDerivation,
  getCertificate,
  getCertificatePdf,
  getDerivation,
  issueCertificate,
  type Job,
  listRuns,
  putDerivation,
  resolveDerivations,
  revokeDerivation,
  runDerivation,
  verifyCertificate,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { aManifest, anAttestation, anExecution, aTable } from '../builders';
import { ADMIN, type CertHarness, EDITOR, startCert } from '../cert-harness';

/** `orders` reads a dataset, `revenue` reads `orders`. */
describe('a certification that is withdrawn', () => {
  let harness: CertHarness;
  const editor = { principal: EDITOR };
  const admin = { principal: ADMIN };
  const named = (name: string, run?: string) => ({ params: { name }, query: run === undefined ? {} : { run } });

  const put = async (name: string, inputs = aManifest().inputs): Promise<void> => {
    harness.world.manifests = [aManifest({ name, inputs })];
    await harness.gateway.call(putDerivation, { ...named(name), query: {}, body: { files: { 'd.py': 'x' } } }, editor);
  };
  const run = async (name: string): Promise<Job> => {
    const started = await harness.gateway.call(
      runDerivation,
      { ...named(name), query: {}, body: { force: true } },
      editor,
    );
    return waitForJob(harness.gateway, started.id, editor);
  };
  const get = (name: string) => harness.gateway.call(getDerivation, { params: { name }, query: {} }, editor);
  const certificate = (name: string, id?: string) => harness.gateway.call(getCertificate, named(name, id), editor);
  const verify = (name: string, body: object) =>
    harness.gateway.call(
      verifyCertificate,
      { params: { name }, query: {}, body: JSON.parse(JSON.stringify(body)) },
      editor,
    );
  const revoke = (name: string) =>
    harness.gateway.call(
      revokeDerivation,
      { params: { name }, query: {}, body: { reason: 'the feed was wrong' } },
      admin,
    );

  beforeAll(async () => {
    harness = await startCert();
    await put('orders');
    await run('orders');
    await put('revenue', { orders: { kind: 'derivation', ref: 'orders' } });
    await run('revenue');
  });
  afterAll(() => harness.stop());

  it('gives the newest certified run, and says so when the newest run is not it', async () => {
    const certified = await certificate('orders');
    expect(certified.status).toBeUndefined();
    harness.world.attestation = anAttestation({ verdict: 'unsound', reason: 'carrier explains it' });
    await run('orders');
    const { status, ...signed } = await certificate('orders');
    expect(signed).toEqual(certified);
    expect(status).toMatchObject({
      certified: false,
      reason: expect.stringContaining('carrier explains it'),
      newest_run: { outcome: 'succeeded', verdict: 'unsound' },
    });
  });

  it('signs any run with a verdict that is named, always with the same bytes', async () => {
    const [newest] = (await harness.gateway.call(listRuns, { params: { name: 'orders' }, query: {} }, editor)).items;
    const issued = await harness.gateway.call(issueCertificate, named('orders', newest?.id), editor);
    expect(issued.certificate.verdict).toBe('unsound');
    expect(await harness.gateway.call(issueCertificate, named('orders', newest?.id), editor)).toEqual(issued);
    await expect(certificate('revenue', newest?.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('withdraws dependents of an unsound source at once, naming the chain', async () => {
    const { certification } = await get('revenue');
    expect(certification).toMatchObject({
      certified: false,
      causes: [{ derivation: 'orders', reason: expect.stringContaining('carrier explains it') }],
    });
    const { sources } = await harness.gateway.call(resolveDerivations, { names: ['revenue'] }, editor);
    expect(sources['revenue']).toMatchObject({
      certified: false,
      reason: expect.stringContaining('depends on "orders"'),
    });
    await expect(certificate('revenue')).rejects.toMatchObject({ code: 'uncertified-source' });
    harness.world.attestation = anAttestation();
    await run('orders');
    expect((await get('revenue')).certification).toMatchObject({ certified: true, causes: [] });
  });

  it('refuses a revoked certificate wherever it is asked for or shown, with who, when and why', async () => {
    const issued = await certificate('orders');
    expect(await verify('orders', issued)).toMatchObject({ outcome: 'matches' });
    await revoke('orders');
    const { items } = await harness.gateway.call(listRuns, { params: { name: 'orders' }, query: {} }, editor);
    const revoked = { by: ADMIN.id, reason: 'the feed was wrong' };
    expect(items[0]).toMatchObject({ revoked });
    expect((await get('orders')).certification).toMatchObject({ certified: false, revoked });
    const refusal = { code: 'revoked', detail: expect.stringContaining('the feed was wrong') };
    await expect(verify('orders', issued)).rejects.toMatchObject({
      ...refusal,
      facts: { data: { outcome: 'revoked', revoked } },
    });
    const asked = named('orders', items[0]?.id);
    await expect(harness.gateway.call(getCertificate, asked, editor)).rejects.toMatchObject(refusal);
    await expect(harness.gateway.call(issueCertificate, asked, editor)).rejects.toMatchObject(refusal);
    await expect(harness.gateway.exchange(getCertificatePdf, asked, editor)).rejects.toMatchObject(refusal);
  });

  it('withdraws dependents of revoked rows, even after their source was certified again on other rows', async () => {
    await put('visits');
    await run('visits');
    await put('visitors', { visits: { kind: 'derivation', ref: 'visits' } });
    await run('visitors');
    await revoke('visits');
    harness.world.execution = anExecution(aTable({ data_hash: `sha256:${'d'.repeat(64)}` }));
    await run('visits');
    expect((await get('visits')).certification.certified).toBe(true);
    expect((await get('visitors')).certification).toMatchObject({
      certified: false,
      reason: expect.stringContaining('The version that was read has been revoked'),
    });
    await run('visitors');
    expect((await get('visitors')).certification.certified).toBe(true);
    await run('orders');
  });

  it('refuses an authentic certificate whose source is not certified', async () => {
    const issued = await certificate('revenue');
    await revoke('orders');
    await expect(verify('revenue', issued)).rejects.toMatchObject({
      code: 'uncertified-source',
      facts: { data: { outcome: 'uncertified', causes: [{ derivation: 'orders' }] } },
    });
  });

  it('counts a source that is gone as none', async () => {
    const { etag } = await get('revenue');
    await harness.gateway.call(deleteDerivation, { params: { name: 'revenue' }, query: {}, if_match: etag }, editor);
    await expect(certificate('revenue')).rejects.toMatchObject({ code: 'not-found' });
  });
});
