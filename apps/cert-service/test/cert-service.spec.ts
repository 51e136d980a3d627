import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseKeyHistory, verifyCertificate as verifyOffline } from '@svc/audit-chain';
import {
  checkDerivation,
  deleteDerivation,
  getCertificate,
  getCertificatePdf,
  getJob,
  getPublicKey,
  getRows,
  issueCertificate,
  listRuns,
  resolveDerivations,
  revokeDerivation,
  verifyCertificate,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { z } from 'zod';
import { aManifest, anAttestation, anExecution, aTable } from './builders';
import { EDITOR } from './cert-harness';
import { admin, editor, get, harness, params, put, run } from './departures';

const pdfContent = z.object({ pages: z.number(), attachments: z.array(z.object({ text: z.string() })) });

describe('cert-service', () => {
  it('creates a derivation once, and changes nothing when the same comes again', async () => {
    const created = await put();
    expect(created).toMatchObject({ name: 'departures', owner: EDITOR.id, certification: { certified: false } });
    expect((await put('departures', created.etag)).etag).toBe(created.etag);
  });

  it('requires the ETag even of callers who would change nothing, and not for creation', async () => {
    await expect(put()).rejects.toMatchObject({ code: 'precondition-required' });
    harness.world.manifests = [aManifest({ name: 'arrivals' })];
    await expect(put('arrivals', '*')).rejects.toMatchObject({ code: 'precondition-failed' });
    harness.world.manifests = [aManifest()];
  });

  it("refuses to replace a derivation blindly, or over somebody else's change", async () => {
    const { etag } = await get();
    harness.world.manifests = [aManifest({ description: 'Changed' })];
    await expect(put()).rejects.toMatchObject({ code: 'precondition-required' });
    await expect(put('departures', `sha256:${'0'.repeat(64)}`)).rejects.toMatchObject({ code: 'precondition-failed' });
    expect((await put('departures', etag)).etag).not.toBe(etag);
  });

  it('refuses files that do not declare the name, naming what they declare', async () => {
    await expect(put('arrivals')).rejects.toMatchObject({
      code: 'invalid-source',
      detail: expect.stringContaining('departures'),
    });
  });

  it('takes a derivation from files of which another cannot be imported; the broken one itself is refused with its line', async () => {
    harness.world.manifests = [aManifest(), aManifest({ name: 'whole' })];
    harness.world.broken = [{ file: 'derivations/late.py', line: 7, message: 'NameError: LATE' }];
    expect(await put('whole')).toMatchObject({ name: 'whole' });
    await expect(put('late')).rejects.toMatchObject({
      code: 'invalid-source',
      detail: expect.stringContaining('derivations/late.py, line 7: NameError: LATE'),
      facts: { errors: [{ pointer: '/files/derivations~1late.py', message: 'line 7: NameError: LATE' }] },
    });
    harness.world.manifests = [aManifest()];
    harness.world.broken = [];
  });

  it('runs a derivation as a job that ends in a certificate which verifies offline', async () => {
    const job = await run();
    expect(job).toMatchObject({
      state: 'succeeded',
      result: { outcome: 'succeeded', verdict: 'sound', unchanged: false },
    });
    const certificate = await harness.gateway.call(getCertificate, { params, query: {} }, editor);
    const { public_key } = await harness.gateway.call(getPublicKey, { params: {}, query: {} }, editor);
    expect(verifyOffline(JSON.stringify(certificate), { pinnedKey: public_key })).toMatchObject({
      outcome: 'trusted',
      digest: (await get()).certification.certificate_digest,
    });
  });

  it('publishes the keys that verify its certificates, with the time each signed, as a history that verifiers pin', async () => {
    const keys = await harness.gateway.call(getPublicKey, { params: {}, query: {} }, editor);
    expect(keys.keys).toEqual([{ public_key: keys.public_key, from: expect.stringMatching(/Z$/), until: null }]);
    const certificate = JSON.stringify(await harness.gateway.call(getCertificate, { params, query: {} }, editor));
    expect(verifyOffline(certificate, { pinnedKey: parseKeyHistory(JSON.stringify(keys)) })).toMatchObject({
      outcome: 'trusted',
    });
  });

  it('prints the certificate as one page, with the JSON inside that is the certificate', async () => {
    const answer = await harness.gateway.exchange(getCertificatePdf, { params, query: {} }, editor);
    if (answer.kind !== 'file') throw new Error('not a file');
    const { object, ...rest } = answer.file;
    const bytes = await buffer(await harness.warehouse.results.open(object));
    expect(rest).toEqual({
      bytes: bytes.length,
      content_type: 'application/pdf',
      file_name: 'departures.certificate.pdf',
    });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { pages, attachments } = readPdf(bytes);
    const certificate = await harness.gateway.call(getCertificate, { params, query: {} }, editor);
    expect({ pages, attached: attachments.map(({ text }) => JSON.parse(text)) }).toEqual({
      pages: 1,
      attached: [certificate],
    });
  });

  it('does not run again what has not changed, and issues the same bytes again', async () => {
    const executions = harness.world.executions;
    expect(await run()).toMatchObject({ result: { unchanged: true } });
    expect(harness.world.executions).toBe(executions);
    const first = await harness.gateway.call(getCertificate, { params, query: {} }, editor);
    expect(await harness.gateway.call(issueCertificate, { params, query: {} }, editor)).toEqual(first);
  });

  it('tells other services that the derivation is certified, and on which rows', async () => {
    const { sources, missing } = await harness.gateway.call(
      resolveDerivations,
      { names: ['departures', 'nothing'] },
      editor,
    );
    expect(sources['departures']).toMatchObject({ certified: true, table: aTable(), verdict: 'sound' });
    expect(missing).toEqual(['nothing']);
  });

  it('verifies its own certificate, and refuses one with a changed digit, another name or a foreign key', async () => {
    const certificate = await harness.gateway.call(getCertificate, { params, query: {} }, editor);
    const verify = (body: typeof certificate) =>
      harness.gateway.call(verifyCertificate, { params, query: {}, body: JSON.parse(JSON.stringify(body)) }, editor);
    expect(await verify(certificate)).toMatchObject({ verified: true, outcome: 'matches' });
    const changed = { ...certificate, certificate: { ...certificate.certificate, adjusted_for: ['weather'] } };
    await expect(verify(changed)).rejects.toMatchObject({
      code: 'invalid-signature',
      facts: { data: { outcome: 'invalid' } },
    });
    const foreign = {
      ...certificate,
      certificate: { ...certificate.certificate, public_key: 'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=' },
    };
    await expect(verify(foreign)).rejects.toMatchObject({
      code: 'invalid-signature',
      facts: { data: { outcome: 'other_instance' } },
    });
  });

  it('looks at the signature before it looks for the derivation', async () => {
    const certificate = await harness.gateway.call(getCertificate, { params, query: {} }, editor);
    const verify = (body: unknown) =>
      harness.gateway.call(
        verifyCertificate,
        { params: { name: 'nobody' }, query: {}, body: JSON.parse(JSON.stringify(body)) },
        editor,
      );
    await expect(
      verify({ ...certificate, certificate: { ...certificate.certificate, question: 'Changed?' } }),
    ).rejects.toMatchObject({ code: 'invalid-signature' });
    await expect(verify(certificate)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('calls an old certificate stale once the data moved, naming what moved', async () => {
    const old = await harness.gateway.call(getCertificate, { params, query: {} }, editor);
    harness.world.datasets = { flights: aTable({ data_hash: `sha256:${'c'.repeat(64)}` }) };
    harness.world.execution = anExecution(aTable({ data_hash: `sha256:${'d'.repeat(64)}` }));
    await run();
    const again = harness.gateway.call(
      verifyCertificate,
      { params, query: {}, body: JSON.parse(JSON.stringify(old)) },
      editor,
    );
    await expect(again).rejects.toMatchObject({ code: 'stale-certificate', facts: { data: { moved: ['data'] } } });
    const history = await harness.gateway.call(listRuns, { params, query: {} }, editor);
    expect(history.items.map((it) => it.changed)).toEqual([['data'], []]);
  });

  it('answers with the first rows of the newest run', async () => {
    expect(await harness.gateway.call(getRows, { params, query: {} }, editor)).toMatchObject({
      rows: [['morning', 4]],
      truncated: true,
    });
  });

  it('lets only a principal with the scope revoke, after which nothing may stand on the derivation', async () => {
    const revoke = { params, query: {}, body: { reason: 'the feed was wrong' } };
    await expect(harness.gateway.call(revokeDerivation, revoke, editor)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await harness.gateway.call(revokeDerivation, revoke, admin)).certification).toMatchObject({
      certified: false,
    });
    const { sources } = await harness.gateway.call(resolveDerivations, { names: ['departures'] }, editor);
    expect(sources['departures']).toMatchObject({
      certified: false,
      reason: expect.stringContaining('the feed was wrong'),
    });
  });

  it('certifies nothing that the oracle calls unsound, and still signs the verdict', async () => {
    harness.world.attestation = anAttestation({ verdict: 'unsound', reason: 'carrier explains it' });
    expect(await run('departures', true)).toMatchObject({
      result: { verdict: 'unsound', reason: 'carrier explains it' },
    });
    const { newest_run } = await get();
    const asked = { params, query: { run: newest_run?.id } };
    expect((await harness.gateway.call(getCertificate, asked, editor)).certificate.verdict).toBe('unsound');
    expect((await get()).certification).toMatchObject({
      certified: false,
      reason: expect.stringContaining('carrier explains it'),
    });
  });

  it('previews a verdict without counting an attempt, keeping a run or signing anything', async () => {
    const before = await harness.gateway.call(listRuns, { params, query: {} }, editor);
    const started = await harness.gateway.call(checkDerivation, { params, query: {}, body: {} }, editor);
    const job = await waitForJob(harness.gateway, started.id, editor);
    expect(job).toMatchObject({ state: 'succeeded', result: { verdict: 'unsound', oracle: { looks: 0 } } });
    expect(await harness.gateway.call(listRuns, { params, query: {} }, editor)).toEqual(before);
  });

  it('states the looks there were in the certificate that follows', async () => {
    await run('departures', true);
    const { newest_run } = await get();
    const { certificate } = await harness.gateway.call(
      getCertificate,
      { params, query: { run: newest_run?.id } },
      editor,
    );
    expect(certificate.oracle['looks']).toBe(1);
  });

  it('gives no certificate to a derivation that never ran, and says so', async () => {
    harness.world.manifests = [aManifest({ name: 'fresh' })];
    await put('fresh');
    const asked = harness.gateway.call(getCertificate, { params: { name: 'fresh' }, query: {} }, editor);
    await expect(asked).rejects.toMatchObject({ code: 'not-found', detail: expect.stringContaining('never run') });
    const page = harness.gateway.exchange(getCertificatePdf, { params: { name: 'fresh' }, query: {} }, editor);
    await expect(page).rejects.toMatchObject({ code: 'not-found', detail: expect.stringContaining('never run') });
  });

  it('refuses to delete an input of another derivation', async () => {
    harness.world.manifests = [aManifest({ name: 'above', inputs: { fresh: { kind: 'derivation', ref: 'fresh' } } })];
    await put('above');
    const gone = (name: string) =>
      harness.gateway.call(deleteDerivation, { params: { name }, query: {}, if_match: '*' }, editor);
    await expect(gone('fresh')).rejects.toMatchObject({ code: 'in-use', detail: expect.stringContaining('above') });
    await gone('above');
    expect(await gone('fresh')).toEqual({ deleted: true });
  });

  it('refuses a derivation that would stand on itself', async () => {
    harness.world.manifests = [aManifest({ name: 'snake', inputs: { tail: { kind: 'derivation', ref: 'snake' } } })];
    await expect(put('snake')).rejects.toMatchObject({ code: 'invalid-source' });
  });

  it('answers not-found for an unknown job', async () => {
    const asked = harness.gateway.call(getJob, { params: { id: `cert_${randomUUID()}` }, query: {} }, editor);
    await expect(asked).rejects.toMatchObject({ code: 'not-found' });
  });
});

/** What an independent reader (PDF.js) finds in a PDF. */
function readPdf(bytes: Buffer): z.infer<typeof pdfContent> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-pdf-'));
  try {
    const file = join(directory, 'page.pdf');
    writeFileSync(file, bytes);
    const found = execFileSync(process.execPath, [join(__dirname, '../src/certificate-pdf/test/read-pdf.mjs'), file], {
      encoding: 'utf8',
    });
    return z.tuple([pdfContent]).parse(JSON.parse(found))[0];
  } finally {
    rmSync(directory, { recursive: true });
  }
}
