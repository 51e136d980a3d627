import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateDigest, formatLogKey, openKeyFile, signCertificate } from '@svc/audit-chain';
import { connectedClient } from './connected-client';
import { aPayload } from './documents';
import { refusal } from './fake-gateway';
import { anEntry, ServedLog } from './served-log';

/** The entry about the certificate; the log's own first line makes it record 6. */
const ENTRY = 5;
const CERTIFIED = 6;

describe('svc audit', () => {
  const { svc, gateway, online } = connectedClient();
  let log: ServedLog;
  const file = (name: string) => join(svc.directory, name);
  const run = (...args: string[]) => online(['audit', ...args]);

  beforeAll(async () => {
    const certificate = signCertificate(aPayload(), await openKeyFile(file('one.key')));
    writeFileSync(file('certificate.json'), JSON.stringify(certificate));
    writeFileSync(
      file('other.json'),
      JSON.stringify(signCertificate(aPayload({ verdict: 'unsound' }), await openKeyFile(file('one.key')))),
    );
    log = await ServedLog.write(file('audit'), 40, (at) =>
      at === ENTRY
        ? {
            ...anEntry(at),
            action: 'certificate.issued',
            detail: { digest: certificateDigest(certificate.certificate) },
          }
        : anEntry(at),
    );
    writeFileSync(file('log.key'), `${log.logKey}\n`);
    writeFileSync(
      file('other.key'),
      `${formatLogKey({ name: 'test/audit', publicKey: (await openKeyFile(file('two.key'))).publicKey })}\n`,
    );
  });

  describe('list', () => {
    it('asks for actor, action, target and time as the service takes them', async () => {
      log.serve(gateway);
      const { code } = await run(
        'list',
        '--actor',
        'token:ann',
        '--action',
        'metric.query',
        '--target',
        'metric/départs',
        '--from',
        '2026-03-01',
        '--to',
        '2026-03-01T12:00+02:00',
        '--cursor',
        '20',
        '--limit',
        '2',
      );
      expect(code).toBe(0);
      expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toEqual({
        actor: 'token:ann',
        action: 'metric.query',
        target: 'départs',
        target_type: 'metric',
        from: '2026-03-01T00:00:00Z',
        to: '2026-03-01T10:00:00.000Z',
        cursor: '20',
        limit: '2',
      });
    });

    it('takes a bare name for any type of target, and times to the nanosecond as they are', async () => {
      log.serve(gateway);
      await run('list', '--target', 'départs', '--from', '2026-03-01 14:05:07.123456789');
      expect(Object.fromEntries(gateway.received[0]?.query ?? [])).toMatchObject({
        target: 'départs',
        from: '2026-03-01T14:05:07.123456789Z',
      });
      expect(gateway.received[0]?.query.has('target_type')).toBe(false);
    });

    it('continues past short and empty pages until it has enough, and prints the cursor', async () => {
      log.serve(gateway);
      const { stdout, stderr } = await run('list', '--limit', '10');
      const shown = stdout
        .split('\n')
        .slice(1, -1)
        .map((it) => Number(it.trim().split(' ')[0]));
      expect(shown).toEqual(Array.from({ length: 10 }, (_, at) => log.lines.length - 1 - at));
      expect(stdout).toMatch(/\d+ +2026-03-01 10:00:00 +ok +token:\w+ +metric\.query +metric\/départs +200 +1\.3\n/);
      expect(stderr).toBe(`more: the same with --cursor ${log.lines.length - 10}\n`);
    });

    it('prints records and cursor for programs', async () => {
      log.serve(gateway);
      const { stdout } = await run('list', '--limit', '3', '--json');
      expect(JSON.parse(stdout)).toMatchObject({
        items: [{ seq: log.lines.length - 1 }, {}, {}],
        next_cursor: expect.any(String),
      });
    });

    it.each([
      ['--from', 'yesterday'],
      ['--to', '2026-13-01'],
      ['--limit', '0'],
    ])('refuses %s %s', async (option, value) => {
      expect((await run('list', option, value)).code).toBe(2);
      expect(gateway.received).toEqual([]);
    });
  });

  describe('what an auditor takes away', () => {
    it('prints the checkpoint exactly as it was signed, or keeps it in a file', async () => {
      log.serve(gateway);
      expect((await run('checkpoint')).stdout).toBe(log.checkpoint);
      const { stdout, stderr } = await run('checkpoint', '--out', 'kept');
      expect({ stdout, kept: readFileSync(file('kept'), 'utf8') }).toEqual({ stdout: '', kept: log.checkpoint });
      expect(stderr).toMatch(/the first \d+ records[^]*svc certificate chain --anchor kept/);
    });

    it('prints the log’s key bare, for a file', async () => {
      log.serve(gateway);
      expect((await run('log-key')).stdout).toBe(`${log.logKey}\n`);
    });

    it('keeps a proof exactly as it was received', async () => {
      const proof = await log.proof(CERTIFIED);
      gateway.on(`GET /api/audit/records/${CERTIFIED}/proof`, { body: { seq: CERTIFIED, tree_size: 37, proof } });
      expect((await run('proof', String(CERTIFIED))).stdout).toBe(proof);
      await run('proof', String(CERTIFIED), '--out', 'kept.proof');
      expect(readFileSync(file('kept.proof'), 'utf8')).toBe(proof);
    });

    it('refuses a record number that is none, and a file it cannot write', async () => {
      log.serve(gateway);
      expect((await run('proof', '-1')).code).toBe(2);
      expect((await run('proof', 'newest')).code).toBe(2);
      expect((await run('checkpoint', '--out', 'no/such/folder')).code).toBe(1);
    });
  });

  describe('verify-proof', () => {
    const verify = (...args: string[]) => svc.run(['audit', 'verify-proof', ...args]);
    beforeAll(async () => {
      const proof = await log.proof(CERTIFIED);
      writeFileSync(file('good.proof'), proof);
      writeFileSync(
        file('edited.proof'),
        proof.replace(
          /^extra .*$/m,
          (line) =>
            `extra ${Buffer.from(Buffer.from(line.slice(6), 'base64').toString().replace('token:bob', 'token:eve')).toString('base64')}`,
        ),
      );
      writeFileSync(file('both.key'), `${readFileSync(file('other.key'), 'utf8')}${log.logKey}\n`);
    });

    it('needs the log’s key and nothing else, and says what that proves', async () => {
      const { code, stdout } = await verify('good.proof', '--log-key', 'log.key');
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /✓ good\.proof {2}included\n {2}record 6 +\S+ token:bob: certificate\.issued on metric départs: ok \(200\)\n/,
      );
      expect(stdout).toMatch(
        /proven +the log's key signed for exactly this record, as number 6 of the first \d+\n[^]*not proven +that the record tells the truth/,
      );
    });

    it.each([
      ['the key itself', () => [log.logKey]],
      ['one of several keys', () => ['other.key', '--log-key', 'log.key']],
      ['a file of keys', () => ['both.key']],
    ])('takes %s', async (_, keys) => {
      expect((await verify('good.proof', '--log-key', ...keys())).code).toBe(0);
    });

    it('reads standard input', async () => {
      const { code, stdout } = await svc.run(['audit', 'verify-proof', '-', '--log-key', 'log.key', '--json'], {
        input: readFileSync(file('good.proof'), 'utf8'),
      });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        outcome: 'included',
        record: { seq: 6, actor: 'token:bob' },
        checkpoint: { origin: 'test/audit' },
        log_key: log.logKey,
      });
    });

    it.each([
      [
        'a proof of another record',
        ['edited.proof', '--log-key', 'log.key'],
        3,
        /not in the tree that the checkpoint commits to/,
      ],
      ['another log’s key', ['good.proof', '--log-key', 'other.key'], 3, /✗ good\.proof {2}invalid/],
      ['something that is no proof', ['log.key', '--log-key', 'log.key'], 3, /not a tlog-proof/],
      ['no key', ['good.proof'], 2, /--log-key is needed/],
      ['a key that is none', ['good.proof', '--log-key', 'nonsense'], 2, /not a key of a log/],
      ['no file', ['gone.proof', '--log-key', 'log.key'], 1, /gone\.proof cannot be read/],
    ])('judges %s', async (_, args, code, message) => {
      const ended = await verify(...args);
      expect(ended.code).toBe(code);
      expect(ended.stdout + ended.stderr).toMatch(message);
    });

    it('tells whether the record is the entry of a certificate, which shows when that existed', async () => {
      const own = await verify('good.proof', '--log-key', 'log.key', '--certificate', 'certificate.json');
      expect(own.code).toBe(0);
      expect(own.stdout).toMatch(/proven +it is the entry of the given certificate/);
      const other = await verify('good.proof', '--log-key', 'log.key', '--certificate', 'other.json');
      expect(other.code).toBe(3);
      expect(other.stdout).toMatch(/the proof holds, but record 6 is not the entry of that certificate/);
      expect((await verify('good.proof', '--log-key', 'log.key', '--certificate', 'log.key')).code).toBe(1);
    });
  });

  describe('export', () => {
    afterEach(() => rmSync(file('exported'), { recursive: true, force: true }));
    const exported = () =>
      readdirSync(file('exported'))
        .filter((it) => it.endsWith('.jsonl'))
        .sort()
        .flatMap((it) =>
          readFileSync(join(file('exported'), it), 'utf8')
            .split('\n')
            .slice(0, -1),
        );

    it('copies every line that the newest checkpoint commits to, sealed or not, byte for byte, and verifies it', async () => {
      log.serve(gateway);
      expect(log.files.length).toBeGreaterThan(2);
      const { code, stdout } = await run('export', '--out', 'exported');
      expect(code).toBe(0);
      expect(exported()).toEqual(log.lines.slice(0, log.checkpointSize));
      expect(log.checkpointSize).toBeLessThan(log.lines.length);
      expect(stdout).toMatch(
        /chain +intact\n[^]*proven +the first \d+ are exactly those[^]*not proven +that log\.key is the key of the log/,
      );
    });

    it('leaves what verifies offline with a key from elsewhere', async () => {
      log.serve(gateway);
      await run('export', '--out', 'exported');
      gateway.forget();
      const ended = await online(['certificate', 'chain', '--offline', 'exported', '--log-key', 'log.key', '--json']);
      expect(ended.code).toBe(0);
      expect(JSON.parse(ended.stdout)).toMatchObject({
        state: 'intact',
        records: log.checkpointSize,
        vouched: log.checkpointSize,
      });
      expect(gateway.received).toEqual([]);
    });

    it('finds out a service that serves other records than it signed', async () => {
      log.serve(gateway, (lines) => lines.replace('"duration_us":1269', '"duration_us":1'));
      const { code, stdout } = await run('export', '--out', 'exported');
      expect(code).toBe(3);
      expect(stdout).toMatch(/chain +(edited|forked)/);
    });

    it('writes nothing over what is there, and leaves nothing behind when the service fails in between', async () => {
      log.serve(gateway);
      mkdirSync(file('full'));
      writeFileSync(file('full/mine'), 'mine');
      expect((await run('export', '--out', 'full')).code).toBe(1);
      expect((await run('export')).code).toBe(2);
      gateway.on(`GET /api/audit/segments/0`, refusal('unavailable', 'Not now.'));
      const before = readdirSync(svc.directory);
      expect((await run('export', '--out', 'exported')).code).toBe(7);
      expect(readdirSync(svc.directory)).toEqual(before);
    });

    it('writes only names that a log has', async () => {
      log.serve(gateway);
      gateway.on('GET /api/audit/segments', {
        body: {
          items: [{ first_seq: 0, last_seq: 1, file: '../outside.jsonl', archived: null, removed_at: null }],
          next_cursor: null,
        },
      });
      const { code, stderr } = await run('export', '--out', 'exported');
      expect(code).toBe(1);
      expect(stderr).toMatch(/with an invalid name/);
      expect(existsSync(file('outside.jsonl'))).toBe(false);
    });
  });
});
