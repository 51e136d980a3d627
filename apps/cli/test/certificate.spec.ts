import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeyFile, signCertificate, type SigningKey, type UnsignedPayload } from '@svc/audit-chain';
import { FakeGateway, refusal } from './fake-gateway';
import { Svc } from './run-svc';

const hash = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;

const payload: UnsignedPayload = {
  derivation: 'flown', question: 'Are afternoons later?', verdict: 'sound',
  claim: { kind: 'comparison', roles: { group: 'half', value: 'delay' }, declared: {} },
  estimate: null, adjusted_for: [], gates: [], skipped: [],
  oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
  code: { hash: hash('1'), environment: hash('2'), source_hash: hash('3') }, data: { hash: hash('4'), rows: 10, inputs: { flights: hash('5') } }, derivation_version: hash('6'),
  certified_by: { issuer: 'svc', actor: 'token:ann' }, run_at: '2026-03-01T10:00:00.000000Z', issued_at: '2026-03-01T10:00:01.000000Z',
};

describe('svc certificate', () => {
  let svc: Svc;
  let gateway: FakeGateway;
  let key: SigningKey;
  let otherKey: SigningKey;
  const file = (name: string) => join(svc.directory, name);
  const online = () => ({ env: { SVC_URL: gateway.url, SVC_TOKEN: 'svc_pat_test' } });

  beforeAll(async () => {
    svc = Svc.build();
    gateway = await FakeGateway.start();
    [key, otherKey] = [await openKeyFile(file('one.key')), await openKeyFile(file('other.key'))];
    const good = JSON.stringify(signCertificate(payload, key), null, 2);
    writeFileSync(file('good.json'), good);
    writeFileSync(file('edited.json'), good.replace('"verdict": "sound"', '"verdict": "unsound"'));
    writeFileSync(file('resigned.json'), JSON.stringify(signCertificate({ ...payload, verdict: 'unsound' }, otherKey)));
    writeFileSync(file('doubled.json'), good.replace('"verdict": "sound"', '"verdict": "unsound", "verdict": "sound"'));
    writeFileSync(file('key.pub'), `${key.publicKey.base64}\n`);
    mkdirSync(file('folder'));
    writeFileSync(file('folder/a.json'), good);
    writeFileSync(file('folder/b.json'), JSON.stringify(signCertificate(payload, otherKey)));
  }, 60_000);
  afterEach(() => gateway.forget());
  afterAll(async () => {
    await gateway.stop();
    svc.remove();
  });

  describe('verify with a public key', () => {
    it.each([
      ['a certificate of that key', ['good.json'], 0, /✓ good\.json {2}trusted flown: sound/],
      ['an edited certificate', ['edited.json'], 3, /✗ edited\.json {2}invalid\n.*changed after signing/],
      ['one that says a thing twice', ['doubled.json'], 3, /✗ doubled\.json {2}invalid/],
      ['one edited and signed again with another key', ['resigned.json'], 5, /✗ resigned\.json {2}other instance/],
      ['something that is no certificate', ['key.pub'], 3, /✗ key\.pub {2}invalid/],
      ['a folder, of which one is another instance’s', ['folder'], 5, /✓ folder\/a\.json[^]*✗ folder\/b\.json/],
      ['a file that is not there', ['gone.json'], 1, /there is no file gone\.json/],
    ])('judges %s, offline', async (_, files, code, message) => {
      const ended = await svc.run(['certificate', 'verify', ...files, '--public-key', 'key.pub'], online());
      expect(ended.code).toBe(code);
      expect(ended.stdout + ended.stderr).toMatch(message);
      expect(gateway.received).toEqual([]);
    });

    it('takes the key itself and the certificate from standard input, needing no project', async () => {
      const text = JSON.stringify(signCertificate(payload, key));
      const { code, stdout } = await svc.run(['certificate', 'verify', '--public-key', key.publicKey.base64, '--json'], { input: text, env: {} });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ outcome: 'trusted', derivation: 'flown', verdict: 'sound', digest: expect.stringMatching(/^sha256:/) });
    });

    it('refuses a key that is none', async () => {
      const { code, stderr } = await svc.run(['certificate', 'verify', 'good.json', '--public-key', 'nonsense']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/"nonsense" is no key and no file/);
    });
  });

  describe('verify without a key', () => {
    it('checks the document alone where there is no service, and says what that does not show', async () => {
      const { code, stdout, stderr } = await svc.run(['certificate', 'verify', 'resigned.json'], { env: {} });
      expect(code).toBe(0);
      expect(stdout).toMatch(/\? resigned\.json {2}self consistent/);
      expect(stderr).toMatch(/no key pinned: this does not show who issued it/);
    });

    it.each([
      ['matches', { body: { verified: true, outcome: 'matches', digest: hash('a') } }, 0],
      ['stale', refusal('stale-certificate', 'It is authentic, but "flown" has moved on: data.', { data: { moved: ['data'] } }), 4],
      ['other instance', refusal('invalid-signature', 'It was signed by another instance.', { data: { outcome: 'other_instance' } }), 5],
      ['invalid', refusal('invalid-signature', 'The signature does not fit.', { data: { outcome: 'invalid' } }), 3],
    ])('asks the service: %s', async (outcome, reply, code) => {
      gateway.on('POST /api/certificates/flown', reply);
      const ended = await svc.run(['certificate', 'verify', 'good.json'], online());
      expect(ended.code).toBe(code);
      expect(ended.stdout).toContain(`good.json  ${outcome}`);
      expect(gateway.received[0]?.body).toEqual(signCertificate(payload, key));
    });

    it('does not bother the service with a document that is broken', async () => {
      expect((await svc.run(['certificate', 'verify', 'edited.json'], online())).code).toBe(3);
      expect(gateway.received).toEqual([]);
    });

    it('ends with 7 when the service is away', async () => {
      const gone = await FakeGateway.start();
      await gone.stop();
      expect((await svc.run(['certificate', 'verify', 'good.json', '--url', gone.url])).code).toBe(7);
    });
  });

  it('passes a certificate on exactly as the service sent it', async () => {
    const text = `{"schema":  "svc.certificate/v1",\n "odd": 1}`;
    gateway.on('GET /api/certificates/flown', { text });
    expect((await svc.run(['certificate', 'show', 'flown'], online())).stdout).toBe(`${text}\n`);
  });

  it('prints the public key bare, for a file or another command', async () => {
    gateway.on('GET /api/certificates/public-key', { body: { algorithm: 'ed25519', public_key: key.publicKey.base64, issuer: 'svc' } });
    expect((await svc.run(['certificate', 'public-key'], online())).stdout).toBe(`${key.publicKey.base64}\n`);
  });

  it.each([['intact', 0], ['grown', 0], ['truncated', 3], ['edited', 3], ['forked', 3]] as const)('reports a chain that is %s with %i', async (state, code) => {
    gateway.on('GET /api/audit/verify', { body: { state, records: 12, head: 'ab', detail: 'So it is.', at_seq: null } });
    writeFileSync(file('checkpoint'), 'a signed note\n');
    const ended = await svc.run(['certificate', 'chain', '--anchor', 'checkpoint'], online());
    expect(ended.code).toBe(code);
    expect(ended.stdout).toMatch(new RegExp(`chain +${state}\\nrecords +12\\nhead +ab`));
    expect(gateway.received[0]?.query.get('anchor')).toBe('a signed note\n');
  });
});
