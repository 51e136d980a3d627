import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuditLogWriter,
  CheckpointSigner,
  claimDigest,
  type Preregistration,
  SigningKey,
  verifyCertificate,
} from '@svc/audit-chain';
import { auditEntry, type AuditEntry } from '@svc/contracts';
import { aRun } from '../../test/builders';
import { IssueCertificate } from '../run/certificate/issue-certificate';
import { ProvePreregistration } from './prove-preregistration';
import { ProveRecord } from './prove-record';

const key = SigningKey.fromSeed(Buffer.alloc(32, 9));
const run = aRun();
const claim = run.identity.claim ?? { question: '', kind: '', roles: {}, declared: {} };
const CLAIM = claimDigest(claim.question, claim);
const DATA = run.identity.inputs['flights'] ?? '';
const OF = { derivation: run.run.derivation, claim: CLAIM, inputs: run.identity.inputs };

type Happened = Partial<Pick<AuditEntry, 'action' | 'outcome' | 'target' | 'detail'>>;
const target = { type: 'derivation', name: run.run.derivation };
const put = (over: Happened = {}): Happened => ({
  action: 'derivation.put',
  target,
  detail: { claim: CLAIM },
  ...over,
});
const register = (over: Happened = {}): Happened => ({
  action: 'dataset.register',
  detail: { dataset: 'flights', data: DATA },
  ...over,
});

describe('a preregistration', () => {
  const folders: string[] = [];
  const writers: AuditLogWriter[] = [];
  afterAll(async () => {
    for (const writer of writers) await writer.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  /** A log in which this happened, signed at the end unless it is said otherwise. */
  async function logOf(happened: readonly Happened[], isSigned = true): Promise<ProvePreregistration> {
    const directory = mkdtempSync(join(tmpdir(), 'preregistration-'));
    folders.push(directory);
    const signer = new CheckpointSigner({ key, name: 'test/audit', statePath: join(directory, 'state') });
    const now = (): Date => new Date('2026-03-01T10:00:00Z');
    const writer = await AuditLogWriter.open(directory, { now, checkpointSigner: signer });
    writers.push(writer);
    await writer.append(happened.map((it, at) => entry(it, at)));
    if (isSigned) await writer.checkpoint();
    const place = { directory, segmentBytes: 1 << 20, signer };
    const pace = { records: 1, seconds: -3 };
    return new ProvePreregistration(place, pace, new ProveRecord(place, pace));
  }

  function entry(over: Happened, at: number): AuditEntry {
    return auditEntry.parse({
      id: `00000000-0000-4000-8000-00000000000${at}`,
      at: '2026-03-01T10:00:00Z',
      actor: 'ada',
      action: 'http.get',
      method: 'GET',
      route: '/api',
      target: null,
      outcome: 'ok',
      status: 200,
      duration_us: 1,
      trace_id: 'f',
      detail: {},
      ...over,
    });
  }

  it('is in the certificate of a claim that was declared before its data, and verifies offline', async () => {
    const proofs = await logOf([{}, put(), {}, register()]);
    const clock = { now: () => new Date('2026-03-01T11:00:00Z') };
    const issuer = { name: 'test', key: SigningKey.fromSeed(Buffer.alloc(32, 7)), history: [], trustedKeys: [] };
    const issued = await new IssueCertificate(issuer, clock, proofs).issue(run);
    const logKey = { name: 'test/audit', publicKey: key.publicKey };
    expect(verifyCertificate(issued?.text ?? '', { logKey })).toMatchObject({
      outcome: 'self_consistent',
      preregistration: { outcome: 'proven', log: 'test/audit', claim: { seq: 2 }, data: { flights: { seq: 4 } } },
    });
    const stranger = { ...logKey, publicKey: issuer.key.publicKey };
    expect(verifyCertificate(issued?.text ?? '', { logKey: stranger })).toMatchObject({ code: 'other-log' });
  });

  it.each<[string, readonly Happened[]]>([
    ['the data came first', [register(), put()]],
    ['the data came first, and were registered once more', [register(), put(), register()]],
    ['another claim was declared', [put({ detail: { claim: `sha256:${'0'.repeat(64)}` } }), register()]],
    ['it changed after the data came', [put(), register(), put({ detail: { claim: 'other' } }), put()]],
    ['the derivation was deleted in between', [put(), { action: 'derivation.delete', target }, register()]],
    ['the declaration was refused', [put({ outcome: 'refused' }), register()]],
    ['the registration was refused', [put(), register({ outcome: 'refused' })]],
    ['it was declared for another derivation', [put({ target: { type: 'derivation', name: 'other' } }), register()]],
    ['nobody registered the data', [put()]],
  ])('is none where %s', async (_, happened) => {
    expect(await (await logOf(happened)).prove(OF)).toBeNull();
  });

  it('counts from the declaration that was never changed since', async () => {
    const other = put({ detail: { claim: 'other' } });
    const proof = await (await logOf([put(), other, put(), put(), register()])).prove(OF);
    expect(indexOf(proof)).toBe(3);
  });

  it('is none without data, and none while no checkpoint covers the records', async () => {
    expect(await (await logOf([put(), register()])).prove({ ...OF, inputs: {} })).toBeNull();
    expect(await (await logOf([put(), register()], false)).prove(OF)).toBeNull();
  });

  it('cannot be signed into a certificate that says something else', async () => {
    const preregistration = await (await logOf([put(), register()])).prove(OF);
    const issuing = new IssueCertificate(
      { name: 'test', key, history: [], trustedKeys: [] },
      { now: () => new Date('2026-03-01T11:00:00Z') },
      { prove: () => Promise.resolve(preregistration) },
    );
    const other = { ...claim, declared: { ...claim.declared, direction: 'B>A' } };
    const issued = await issuing.issue({ ...run, identity: { ...run.identity, claim: other } });
    expect(verifyCertificate(issued?.text ?? '')).toMatchObject({ outcome: 'invalid', code: 'wrong-preregistration' });
  });
});

function indexOf(proof: Preregistration | null): number {
  return Number(/^index (\d+)$/m.exec(proof?.claim ?? '')?.[1]);
}
