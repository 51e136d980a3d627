import { parseKeyHistory, rotateKeyFile, verifyCertificate as verifyOffline } from '@svc/audit-chain';
import {
  type Certificate,
  getCertificate,
  getPublicKey,
  putDerivation,
  runDerivation,
  verifyCertificate,
} from '@svc/contracts';
import { type BootedService, waitForJob } from '@svc/platform';
import { type CertHarness, EDITOR, startCert } from '../cert-harness';

describe('a service whose key was changed', () => {
  let harness: CertHarness;
  let rotated: BootedService;
  let before: Certificate;
  let after: Certificate;
  const editor = { principal: EDITOR };
  const name = { params: { name: 'departures' }, query: {} };

  const certify = async (): Promise<Certificate> => {
    const { id } = await harness.gateway.call(runDerivation, { ...name, body: { force: true } }, editor);
    await waitForJob(harness.gateway, id, editor);
    return harness.gateway.call(getCertificate, name, editor);
  };
  const keys = () => harness.gateway.call(getPublicKey, { params: {}, query: {} }, editor);

  beforeAll(async () => {
    harness = await startCert();
    await harness.gateway.call(
      putDerivation,
      { ...name, body: { files: { 'derivations/departures.py': 'x' } } },
      editor,
    );
    before = await certify();
    await harness.cert.stop();
    await rotateKeyFile(harness.keyFile);
    rotated = await harness.replica();
  });
  afterAll(async () => {
    await rotated.stop();
    await harness.stop();
  });

  it('still knows a certificate of the old key for its own, and as up to date as it is', async () => {
    const verified = harness.gateway.call(
      verifyCertificate,
      { ...name, body: JSON.parse(JSON.stringify(before)) },
      editor,
    );
    expect(await verified).toMatchObject({ verified: true, outcome: 'matches' });
    expect(await harness.gateway.call(getCertificate, name, editor)).toEqual(before);
  });

  it('signs with the new one, and publishes both with the time each signed', async () => {
    after = await certify();
    const { public_key, keys: published } = await keys();
    expect(published).toEqual([
      { public_key: before.certificate.public_key, from: expect.any(String), until: expect.any(String) },
      { public_key, from: published[0]?.until, until: null },
    ]);
    expect(after.certificate.public_key).toBe(public_key);
  });

  it('publishes what verifies certificates of either key without it, and none that the old key signs later', async () => {
    const history = parseKeyHistory(JSON.stringify(await keys()));
    const outcomes = [before, after].map((it) => verifyOffline(JSON.stringify(it), { pinnedKey: history }).outcome);
    expect(outcomes).toEqual(['trusted', 'trusted']);
    const late = { ...before, certificate: { ...before.certificate, issued_at: after.certificate.issued_at } };
    expect(verifyOffline(JSON.stringify(late), { pinnedKey: history })).toMatchObject({
      outcome: 'invalid',
      code: 'retired-key',
    });
  });
});
