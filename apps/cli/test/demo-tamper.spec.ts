import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  certificateDigest,
  openKeyFile,
  readKeyHistory,
  rotateKeyFile,
  signCertificate,
  type SigningKey,
} from '@svc/audit-chain';
import type { Attempt } from '../src/demo/attempt';
import { connectedClient } from './connected-client';
import { aDerivation, aJob, aPayload, aRun, thePublicKeys } from './documents';
import { refusal, type Reply } from './fake-gateway';
import { events } from './fake-service';
import { ServedLog } from './served-log';

const estimate = { value: 12.5, label: 'difference', unit: 'minutes', interval: null, n: 10 };

/** So many records that less than four of the newest file are signed for. */
const BEGUN = 21;

describe('svc demo tamper', () => {
  const { svc, gateway, online } = connectedClient();
  let log: ServedLog;
  let key: SigningKey;
  const file = (name: string) => join(svc.directory, name);

  beforeAll(async () => {
    key = await openKeyFile(file('one.key'));
    await openKeyFile(file('two.key'));
    log = await ServedLog.write(file('audit'), 40);
    writeFileSync(file('good.json'), JSON.stringify(signCertificate(aPayload({ estimate }), key)));
    writeFileSync(
      file('edited.json'),
      JSON.stringify(signCertificate(aPayload({ estimate }), key)).replace('12.5', '13.5'),
    );
  });

  /** A service with one certified derivation and a log, which runs what it is given and judges certificates by `judge`. */
  const serve = (judge: (isNewest: boolean, isOwn: boolean) => Reply): void => {
    let runs = 0;
    const text = () =>
      JSON.stringify(
        signCertificate(aPayload({ derivation: 'demo', issued_at: `2026-03-01T10:00:0${runs}.000000Z` }), key),
      );
    const { source: _source, ...derivation } = aDerivation({ name: 'flown' });
    const certified = { ...derivation, certification: { certified: true, reason: '', certificate_digest: null } };
    const job = aJob({
      state: 'succeeded',
      result: {
        run_id: aRun().id,
        outcome: 'succeeded',
        verdict: 'sound',
        reason: '',
        certificate_digest: null,
        unchanged: false,
        certified: true,
        certification_reason: '',
      },
    });
    log.serve(gateway);
    gateway
      .on('GET /api/certificates/public-key', { body: thePublicKeys(key.publicKey.base64, log.logKey) })
      .on('GET /api/derivations', { body: { items: [certified], next_cursor: null } })
      .on('GET /api/certificates/flown', { text: JSON.stringify(signCertificate(aPayload({ estimate }), key)) })
      .on('PUT /api/derivations/*', { body: derivation })
      .on('DELETE /api/derivations/*', { body: { deleted: true } })
      .on('POST /api/derivations/*/run', () => {
        runs += 1;
        return { status: 202, body: job };
      })
      .on(`GET /api/jobs/${job.id}/events`, events([job]))
      .on('GET /api/certificates/*', () => ({ text: text() }))
      .on('POST /api/certificates/*', ({ text: sent }) =>
        judge(JSON.stringify(JSON.parse(sent)) === JSON.stringify(JSON.parse(text())), sent.includes('"demo"')),
      );
  };
  const honest = (isNewest: boolean, isOwn: boolean): Reply => {
    if (isNewest)
      return {
        body: {
          verified: true,
          outcome: 'matches',
          digest: certificateDigest(signCertificate(aPayload(), key).certificate),
        },
      };
    return isOwn
      ? refusal('stale-certificate', 'It has changed: data.', { data: { outcome: 'stale' } })
      : refusal('invalid-signature', 'It is of another derivation.', { data: { outcome: 'other_derivation' } });
  };

  it('shows everything that is tried on a running service being caught, by what, and the originals accepted', async () => {
    serve(honest);
    const { code, stdout } = await online(['demo', 'tamper', '--json']);
    const report: { readonly attempts: readonly Attempt[] } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      tried: 11,
      caught: 11,
      not_shown: [],
      certificate: { derivation: 'flown', public_key: key.publicKey.base64 },
    });
    const by = Object.fromEntries(report.attempts.map((it) => [it.title, [it.accepted, it.outcome, it.by]]));
    expect(by).toEqual({
      'as it was issued': [true, 'trusted', 'signature and pinned key'],
      'one digit changed': [false, 'wrong-signature', 'the signature'],
      'the verdict given twice': [false, 'not-json', 'strict reading of the JSON'],
      'changed, and signed again': [false, 'other-key', 'the pinned key'],
      'the newest, shown to the service': [true, 'matches', 'the service'],
      'an older one, replayed': [false, 'stale', 'the service, against the present state'],
      'one of another derivation': [false, 'other_derivation', 'the service, against the name asked for'],
      'as it was exported': [true, 'intact', 'hash chain, signed checkpoint and anchor'],
      'a line edited': [false, 'edited', 'the hash chain'],
      'a line dropped': [false, 'edited', 'the hash chain'],
      'two lines swapped': [false, 'reordered', 'the hash chain'],
      'the end cut off': [false, 'truncated', 'the anchor, a checkpoint kept elsewhere'],
      'history rewritten': [false, 'forked', 'the checkpoint, signed with the log’s key'],
      'history rewritten and signed': [false, 'edited', 'the checkpoint, signed with the log’s key'],
    });
  });

  it('tells people what was done, what noticed, and who would not have', async () => {
    serve(honest);
    const { stdout } = await online(['demo', 'tamper']);
    expect(stdout).toMatch(
      /✓ caught +one digit changed\n +done +the estimate 12\.5 became 22\.5\n +by +the signature\n +finding +the signature does not fit/,
    );
    expect(stdout).toMatch(
      /changed, and signed again\n[^]*otherwise +without a pinned key, the answer is: self consistent\n/,
    );
    expect(stdout).toMatch(/the end cut off\n[^]*otherwise +lines and signatures alone are intact\n/);
    expect(stdout).toMatch(/11 of 11 attempts caught, 3 of 3 originals accepted\./);
  });

  it('trusts all keys that the service has had, as it says or as a history that is given has them', async () => {
    serve(honest);
    copyFileSync(file('one.key'), file('rotated.key'));
    chmodSync(file('rotated.key'), 0o600);
    const { publicKey } = await rotateKeyFile(file('rotated.key'));
    const published = {
      ...thePublicKeys(publicKey.base64, log.logKey),
      keys: [...(await readKeyHistory(file('rotated.key')))],
    };
    gateway.on('GET /api/certificates/public-key', { body: published });
    const codeOf = async (...args: string[]) => (await online(['demo', 'tamper', ...args])).code;
    expect([
      await codeOf(),
      await codeOf('--public-key', 'rotated.key.history.json'),
      await codeOf('--public-key', 'rotated.key.pub'),
    ]).toEqual([0, 0, 1]);
  });

  it('takes away the derivation that it made', async () => {
    serve(honest);
    await online(['demo', 'tamper']);
    const [made] = gateway.received.filter((it) => it.method === 'PUT');
    const deleted = gateway.received.filter((it) => it.method === 'DELETE');
    expect(made?.path).toMatch(/^\/api\/derivations\/tamper_demo_[0-9a-f]{6}$/);
    expect(deleted.map((it) => [it.path, it.headers['if-match']])).toEqual([[made?.path, `"${aDerivation().etag}"`]]);
  });

  it('fails when something is not caught', async () => {
    serve(() => honest(true, true));
    const { code, stdout } = await online(['demo', 'tamper']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ accepted +an older one, replayed/);
    expect(stdout).toMatch(/9 of 11 attempts caught/);
  });

  it('says what it may not show, shows the rest, and ends with the reason’s code', async () => {
    serve(honest);
    gateway.on('PUT /api/derivations/*', refusal('forbidden', 'A viewer may not.'));
    const { code, stdout } = await online(['demo', 'tamper']);
    expect(code).toBe(6);
    expect(stdout).toMatch(/not shown +replayed certificates: A viewer may not\.[^]*9 of 9 attempts caught/);
  });

  it('works on a file alone, without any service', async () => {
    const { code, stdout } = await svc.run(['demo', 'tamper', 'good.json', '--public-key', 'one.key.pub'], { env: {} });
    expect(code).toBe(0);
    expect(stdout).toMatch(/3 of 3 attempts caught, 1 of 1 originals accepted/);
  });

  it.each([
    ['a certificate that was tampered with before', ['edited.json'], /nothing to tamper with/],
    ['a certificate of another key', ['good.json', '--public-key', 'two.key.pub'], /nothing to tamper with/],
    ['a file that is not there', ['gone.json'], /no such file/],
    ['a folder that is no export', ['--log', 'audit'], /has no log\.key/],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await svc.run(['demo', 'tamper', ...args], { env: {} });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  it('names the checkpoint inside the log where that is what a rewritten history contradicts', async () => {
    // The newest file has only begun, so the tampering is in a sealed one.
    const begun = await ServedLog.write(file('begun-audit'), BEGUN);
    const signedInNewest = begun.checkpointSize - Number(begun.files.at(-1)?.slice(0, 12));
    expect([1, 2, 3]).toContain(signedInNewest);
    writeFileSync(join(begun.directory, 'log.key'), begun.logKey);
    const { code, stdout } = await svc.run(['demo', 'tamper', '--log', 'begun-audit', '--json'], { env: {} });
    const report: { readonly attempts: readonly Attempt[] } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report.attempts.find((it) => it.title === 'history rewritten')).toMatchObject({
      outcome: 'forked',
      by: 'the checkpoint at the beginning of the next file',
      accepted: false,
    });
  });

  it('works on an exported log alone', async () => {
    const short = await ServedLog.write(file('short-audit'), 9);
    short.serve(gateway);
    await online(['audit', 'export', '--out', 'exported']);
    const { code, stdout } = await svc.run(['demo', 'tamper', '--log', 'exported'], { env: {} });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /history rewritten\n[^]*by +the checkpoint, signed with the log’s key\n[^]*otherwise +the lines alone are intact[^]*history rewritten and signed/,
    );
    expect(stdout).toMatch(/6 of 6 attempts caught, 1 of 1 originals accepted/);
  });
});
