import { api, heldByRuns } from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { CALLERS } from '@svc/testing';
import { aManifest } from './builders';
import { type CertHarness, startCert } from './cert-harness';

const as = { principal: CALLERS.admin };
const OBJECT = 'a'.repeat(64);

let harness: CertHarness;
beforeAll(async () => {
  harness = await startCert();
}, 240_000);
afterAll(() => harness.stop());

const at = (name: string) => ({ params: { name }, query: {} });

/** Runs a derivation whose certificate is issued, and returns the content hash of what it read. */
async function certified(name: string): Promise<string> {
  harness.world.manifests = [aManifest({ name })];
  await harness.gateway.call(api.putDerivation, { ...at(name), body: { files: { 'derivations/x.py': 'x' } } }, as);
  await waitForJob(
    harness.gateway,
    (await harness.gateway.call(api.runDerivation, { ...at(name), body: {} }, as)).id,
    as,
  );
  await harness.gateway.call(api.getCertificate, at(name), as);
  const { items } = await harness.gateway.call(api.listRuns, at(name), as);
  const [read] = Object.values(items[0]?.inputs ?? {});
  if (read === undefined) throw new Error('the run read nothing');
  return read;
}

async function isHeld(data_hash: string): Promise<boolean> {
  const { held } = await harness.gateway.call(heldByRuns, { tables: [{ object: OBJECT, data_hash }] }, as);
  return held.includes(OBJECT);
}

describe('stored rows', () => {
  it('are held by the runs of a derivation, then by its certificate, until that is revoked', async () => {
    const read = await certified('departures');
    expect(await isHeld(read)).toBe(true);
    expect(await isHeld(`sha256:${'0'.repeat(64)}`)).toBe(false);
    await harness.gateway.call(api.deleteDerivation, { ...at('departures'), if_match: '*' }, as);
    expect(await isHeld(read)).toBe(true);
  });

  it('are held no longer when the run was revoked and its derivation deleted', async () => {
    const read = await certified('departures');
    await harness.gateway.call(api.revokeDerivation, { ...at('departures'), body: { reason: 'wrong' } }, as);
    expect(await isHeld(read)).toBe(true);
    await harness.gateway.call(api.deleteDerivation, { ...at('departures'), if_match: '*' }, as);
    expect(await isHeld(read)).toBe(false);
  });
});
