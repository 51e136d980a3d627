import { verifyCertificate } from '@svc/audit-chain';
import {
  derivationExport,
  exportDerivation,
  getCertificate,
  putDerivation,
  revokeDerivation,
  runDerivation,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { CALLERS, refusal } from '@svc/testing';
import { aManifest } from '../builders';
import { ADMIN, type CertHarness, EDITOR, startCert } from '../cert-harness';

const NAME = 'departures';

describe('the export of a derivation', () => {
  let harness: CertHarness;
  const editor = { principal: EDITOR };
  const named = { params: { name: NAME }, query: {} };
  const files = { 'derivations/departures.py': 'x' };
  const run = async () => {
    const { id } = await harness.gateway.call(runDerivation, { ...named, body: { force: true } }, editor);
    await waitForJob(harness.gateway, id, editor);
  };
  const exported = () => harness.gateway.call(exportDerivation, named, editor);

  beforeAll(async () => {
    harness = await startCert();
    harness.world.manifests = [aManifest({ name: NAME })];
    await harness.gateway.call(putDerivation, { ...named, body: { files } }, editor);
  });
  afterAll(() => harness.stop());

  it('has no certificate and no history before the first run', async () => {
    expect(await exported()).toMatchObject({
      schema: 'svc.export/v1',
      kind: 'derivation',
      files,
      attestation: null,
      history: [],
      certificate: null,
    });
  });

  it('is self-contained: source, claim, every run over all pages, and the certificate, which verifies offline', async () => {
    for (let at = 0; at < 21; at += 1) await run();
    const document = derivationExport.parse(await exported());
    const { certificate } = await harness.gateway.call(getCertificate, named, editor);
    expect(document.history).toHaveLength(21);
    expect(new Set(document.history.map((it) => it.id)).size).toBe(21);
    expect(document.attestation).toEqual(document.history[0]?.attestation);
    expect(document.certificate?.certificate).toEqual(certificate);
    const pinnedKey = certificate.public_key;
    expect(verifyCertificate(JSON.stringify(document.certificate), { pinnedKey })).toMatchObject({
      outcome: 'trusted',
    });
  });

  it('has no certificate once that is revoked, and says so in its history', async () => {
    await harness.gateway.call(revokeDerivation, { ...named, body: { reason: 'wrong feed' } }, { principal: ADMIN });
    const document = await exported();
    expect(document).toMatchObject({ certificate: null, certification: { certified: false } });
    expect(document.history[0]?.revoked).toMatchObject({ reason: 'wrong feed' });
  });

  it('is available to readers of the derivation, and missing for others', async () => {
    expect(await refusal(harness.gateway.call(exportDerivation, named, { principal: CALLERS.stranger }))).toMatchObject(
      { code: 'not-found' },
    );
  });
});
