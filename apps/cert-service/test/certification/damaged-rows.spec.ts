import {
  getCertificate,
  getDerivation,
  listAudit,
  putDerivation,
  resolveDerivations,
  runDerivation,
  verifyCertificate,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { eventually } from '@svc/testing';
import { DAMAGE_REGISTER, type DamageRegister } from '../../src/damage/damage.ports';
import { aManifest, aTable, ROWS } from '../builders';
import { ADMIN, type CertHarness, EDITOR, startCert } from '../cert-harness';

/** `orders` reads a dataset, `revenue` reads `orders`. */
describe('rows that are damaged in storage', () => {
  let harness: CertHarness;
  const editor = { principal: EDITOR };
  const { object } = aTable();
  const params = (name: string) => ({ params: { name }, query: {} });

  async function define(name: string, inputs = aManifest().inputs): Promise<void> {
    harness.world.manifests = [aManifest({ name, inputs })];
    await harness.gateway.call(putDerivation, { ...params(name), body: { files: { 'd.py': 'x' } } }, editor);
    const started = await harness.gateway.call(runDerivation, { ...params(name), body: { force: true } }, editor);
    await waitForJob(harness.gateway, started.id, editor);
  }
  const standing = async (name: string) =>
    (await harness.gateway.call(getDerivation, params(name), editor)).certification;

  beforeAll(async () => {
    harness = await startCert();
    await define('orders');
    await define('revenue', { orders: { kind: 'derivation', ref: 'orders' } });
  });
  afterAll(() => harness.stop());

  it('withdraw the certification of what they are the rows of, and of everything above it, until they are right again', async () => {
    const certificate = await harness.gateway.call(getCertificate, params('orders'), editor);
    expect((await standing('revenue')).certified).toBe(true);
    await harness.damage(object);
    expect(await harness.warehouse.has(object)).toBe(false);
    const reason = expect.stringMatching(new RegExp(`rows are damaged in storage: object ${object}`));

    expect(await standing('orders')).toMatchObject({ certified: false, reason });
    expect(await standing('revenue')).toMatchObject({ certified: false, causes: [{ derivation: 'orders', reason }] });
    const { sources } = await harness.gateway.call(resolveDerivations, { names: ['orders', 'revenue'] }, editor);
    expect(Object.values(sources).map((it) => it.certified)).toEqual([false, false]);
    expect(Object.values(sources).map((it) => it.damaged)).toEqual([true, true]);
    const body = JSON.parse(JSON.stringify(certificate));
    await expect(harness.gateway.call(verifyCertificate, { ...params('orders'), body }, editor)).rejects.toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining(object),
    });

    const tried = await harness.gateway.call(runDerivation, { ...params('revenue'), body: { force: true } }, editor);
    expect(await waitForJob(harness.gateway, tried.id, editor)).toMatchObject({
      state: 'failed',
      error: { code: 'object-corrupt' },
    });

    await harness.warehouse.put(Buffer.from(ROWS));
    expect((await standing('orders')).certified).toBe(true);
    expect((await standing('revenue')).certified).toBe(true);
  });

  it('stand in the audit log, once for each time that they are found', async () => {
    await harness.damage(object);
    expect(await harness.warehouse.has(object)).toBe(false);
    const second = await harness.replica();
    try {
      const registers = [harness.cert, second, second].map(({ app }) => app.get<DamageRegister>(DAMAGE_REGISTER));
      const damages = await harness.warehouse.damages();
      await Promise.all(registers.map((it) => it.report(damages)));
      const found = async () => {
        const query = { action: 'storage.damaged' };
        return (await harness.gateway.call(listAudit, { params: {}, query }, { principal: ADMIN })).items;
      };
      const [damage] = damages;
      const ofThis = async () => (await found()).filter((it) => it.detail['found_at'] === damage?.foundAt);
      await eventually(async () => (await ofThis()).length > 0);
      await Promise.all(registers.map((it) => it.report(damages)));
      expect(await ofThis()).toMatchObject([
        { outcome: 'error', target: { type: 'object', name: object }, actor: 'service:cert' },
      ]);
    } finally {
      await second.stop();
    }
  });
});
