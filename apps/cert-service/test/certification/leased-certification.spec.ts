import {
  type CertifiedSource,
  deleteDerivation,
  getDerivation,
  type Principal,
  putDerivation,
  resolveDerivations,
  revokeDerivation,
  runDerivation,
  shareDerivation,
} from '@svc/contracts';
import { execute, type LeasedFacts, waitForJob } from '@svc/platform';
import { CALLERS, refusal } from '@svc/testing';
import { DataSource } from 'typeorm';
import { aManifest, anAttestation } from '../builders';
import { ADMIN, type CertHarness, EDITOR, startCert } from '../cert-harness';

/** `orders` reads a dataset, `revenue` reads `orders`; somebody holds leases on how they stand. */
describe('a leased certification', () => {
  let harness: CertHarness;
  let facts: LeasedFacts<CertifiedSource | undefined>;
  let asked = 0;
  const editor = { principal: EDITOR };
  const named = (name: string) => ({ params: { name }, query: {} });

  const register = async (name: string, inputs = aManifest().inputs): Promise<void> => {
    harness.world.manifests = [aManifest({ name, inputs })];
    await harness.gateway.call(putDerivation, { ...named(name), body: { files: { 'd.py': 'x' } } }, editor);
  };
  const run = async (name: string): Promise<void> => {
    const { id } = await harness.gateway.call(runDerivation, { ...named(name), body: { force: true } }, editor);
    await waitForJob(harness.gateway, id, editor);
  };
  const standing = async (name: string, principal: Principal = EDITOR): Promise<boolean> => {
    const found = await facts.find(`${principal.id} ${name}`, async (holder) => {
      asked += 1;
      const request = { names: [name], ...(holder === null ? {} : { holder }) };
      const { sources, topics } = await harness.gateway.call(resolveDerivations, request, { principal });
      return { value: sources[name], topics: topics ?? null };
    });
    return found?.certified === true;
  };

  beforeAll(async () => {
    harness = await startCert();
    facts = harness.holders.of('cert').facts();
    await register('orders');
    await run('orders');
    await register('revenue', { orders: { kind: 'derivation', ref: 'orders' } });
    await run('revenue');
  }, 240_000);
  afterAll(() => harness.stop());

  it('is not asked for again, and is gone once the end of what it depends on is acknowledged, then asked for each time', async () => {
    expect(await standing('revenue')).toBe(true);
    const before = asked;
    expect(await standing('revenue')).toBe(true);
    expect(asked - before).toBeLessThan(2);
    await harness.gateway.call(
      revokeDerivation,
      { ...named('orders'), body: { reason: 'the feed was wrong' } },
      { principal: ADMIN },
    );
    expect(await standing('revenue')).toBe(false);
    const afterwards = asked;
    expect(await standing('revenue')).toBe(false);
    expect(asked).toBe(afterwards + 1);
  });

  it('is not used after a run that turned out unsound, nor as missing after one that is sound', async () => {
    await run('orders');
    await run('revenue');
    expect(await standing('revenue')).toBe(true);
    harness.world.attestation = anAttestation({ verdict: 'unsound', reason: 'carrier explains it' });
    await run('orders');
    expect(await standing('revenue')).toBe(false);
    harness.world.attestation = anAttestation();
    await run('orders');
    expect(await standing('orders')).toBe(true);
  });

  it('is not used by who may not see it any more', async () => {
    const { stranger } = CALLERS;
    const share = (visibility: 'project' | 'private') =>
      harness.gateway.call(
        shareDerivation,
        { ...named('orders'), body: { visibility }, if_match: '*' },
        { principal: ADMIN },
      );
    expect(await standing('orders', stranger)).toBe(false);
    await share('project');
    expect(await standing('orders', stranger)).toBe(true);
    await share('private');
    expect(await standing('orders', stranger)).toBe(false);
  });

  it('is not used once a repeated revocation is refused, whose first attempt died before it could tell', async () => {
    await run('orders');
    expect(await standing('orders')).toBe(true);
    await execute(
      harness.cert.app.get(DataSource),
      `UPDATE run SET revoked = '{"reason": "died", "by": "token:x", "at": "2026-01-01T00:00:00Z"}' WHERE derivation = 'orders'`,
    );
    const again = harness.gateway.call(
      revokeDerivation,
      { ...named('orders'), body: { reason: 'the feed was wrong' } },
      { principal: ADMIN },
    );
    expect((await refusal(again)).code).toBe('conflict');
    expect(await standing('orders')).toBe(false);
    await run('orders');
  });

  it('is not used once the derivation is deleted', async () => {
    expect(await standing('orders')).toBe(true);
    for (const name of ['revenue', 'orders']) {
      const { etag } = await harness.gateway.call(getDerivation, named(name), editor);
      await harness.gateway.call(deleteDerivation, { ...named(name), if_match: etag }, editor);
    }
    expect(await standing('orders')).toBe(false);
  });
});
