import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeyFile, signCertificate, type SigningKey } from '@svc/audit-chain';
import { connectedClient } from './connected-client';
import { aPayload, thePublicKeys } from './documents';
import { FakeGateway, refusal } from './fake-gateway';

const hash = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;

const payload = aPayload();

describe('svc certificate', () => {
  const { svc, gateway, online } = connectedClient();
  let key: SigningKey;
  let otherKey: SigningKey;
  const file = (name: string) => join(svc.directory, name);

  beforeAll(async () => {
    [key, otherKey] = [await openKeyFile(file('one.key')), await openKeyFile(file('other.key'))];
    const good = JSON.stringify(signCertificate(payload, key), null, 2);
    writeFileSync(file('good.json'), good);
    writeFileSync(file('edited.json'), good.replace('"verdict": "sound"', '"verdict": "unsound"'));
    writeFileSync(file('resigned.json'), JSON.stringify(signCertificate({ ...payload, verdict: 'unsound' }, otherKey)));
    writeFileSync(file('doubled.json'), good.replace('"verdict": "sound"', '"verdict": "unsound", "verdict": "sound"'));
    writeFileSync(file('key.pub'), `${key.publicKey.base64}\n`);
    mkdirSync(file('folder'));
    mkdirSync(file('empty'));
    writeFileSync(file('folder/a.json'), good);
    writeFileSync(file('folder/b.json'), JSON.stringify(signCertificate(payload, otherKey)));
  });

  describe('verify with a public key', () => {
    it.each([
      ['a certificate of that key', ['good.json'], 0, /✓ good\.json {2}trusted flown: sound/],
      ['an edited certificate', ['edited.json'], 3, /✗ edited\.json {2}invalid\n.*changed after signing/],
      ['one that says a thing twice', ['doubled.json'], 3, /✗ doubled\.json {2}invalid/],
      ['one edited and signed again with another key', ['resigned.json'], 5, /✗ resigned\.json {2}other instance/],
      ['something that is no certificate', ['key.pub'], 3, /✗ key\.pub {2}invalid/],
      ['a folder, of which one is another instance’s', ['folder'], 5, /✓ folder\/a\.json[^]*✗ folder\/b\.json/],
      ['a file that is not there', ['gone.json'], 1, /✗ gone\.json {2}unreadable\n.*no such file: gone\.json/],
      [
        'the others although one is not there, and ends with the worst',
        ['gone.json', 'edited.json', 'good.json'],
        3,
        /✗ gone\.json[^]*✗ edited\.json[^]*✓ good\.json/,
      ],
      ['a folder without certificates', ['empty'], 1, /empty contains no \.json file/],
    ])('judges %s, offline', async (_, files, code, message) => {
      const ended = await online(['certificate', 'verify', ...files, '--public-key', 'key.pub']);
      expect(ended.code).toBe(code);
      expect(ended.stdout + ended.stderr).toMatch(message);
      expect(gateway.received).toEqual([]);
    });

    it('takes the key itself and the certificate from standard input, needing no project', async () => {
      const text = JSON.stringify(signCertificate(payload, key));
      const { code, stdout } = await svc.run(
        ['certificate', 'verify', '--public-key', key.publicKey.base64, '--json'],
        { input: text, env: {} },
      );
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        outcome: 'trusted',
        derivation: 'flown',
        verdict: 'sound',
        digest: expect.stringMatching(/^sha256:/),
      });
    });

    it('says what a trusted certificate proves and what it does not, to programs too', async () => {
      const { stdout } = await svc.run(['certificate', 'verify', 'good.json', '--public-key', 'key.pub']);
      expect(stdout).toMatch(
        /proven +the holder of the pinned key signed exactly this content\nnot proven +that the derivation is still what it certifies[^]*not proven +when it was signed/,
      );
      const json: unknown = JSON.parse(
        (await svc.run(['certificate', 'verify', 'folder', '--public-key', 'key.pub', '--json'])).stdout,
      );
      expect(json).toMatchObject([
        { outcome: 'trusted', code: null, exit_code: 0, proven: [expect.any(String)] },
        { outcome: 'other_instance', code: 'other-key', exit_code: 5, proven: [], not_proven: [] },
      ]);
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
      expect(stdout).toMatch(/proven +the content fits the key that it carries\nnot proven +who signed it/);
      expect(stderr).toBe('');
    });

    it.each([
      ['matches', { body: { verified: true, outcome: 'matches', digest: hash('a') } }, 0],
      [
        'stale',
        refusal('stale-certificate', 'It is authentic, but "flown" has changed: data.', { data: { moved: ['data'] } }),
        4,
      ],
      [
        'other instance',
        refusal('invalid-signature', 'It was signed by another instance.', { data: { outcome: 'other_instance' } }),
        5,
      ],
      ['invalid', refusal('invalid-signature', 'The signature does not fit.', { data: { outcome: 'invalid' } }), 3],
    ])('asks the service: %s', async (outcome, reply, code) => {
      gateway.on('POST /api/certificates/flown', reply);
      const ended = await online(['certificate', 'verify', 'good.json']);
      expect(ended.code).toBe(code);
      expect(ended.stdout).toContain(`good.json  ${outcome}`);
      expect(gateway.received[0]?.body).toEqual(signCertificate(payload, key));
    });

    it('continues when the service does not know one, and ends with the worst exit code', async () => {
      gateway.on('POST /api/certificates/flown', refusal('not-found', 'There is no derivation "flown".'));
      const { code, stdout } = await online(['certificate', 'verify', 'good.json', 'edited.json']);
      expect(code).toBe(3);
      expect(stdout).toMatch(
        /✗ good\.json {2}unanswered flown: sound\n.*\n {2}There is no derivation "flown"\.\n✗ edited\.json {2}invalid/,
      );
      expect((await online(['certificate', 'verify', 'good.json'])).code).toBe(1);
    });

    it('does not bother the service with a document that is broken', async () => {
      expect((await online(['certificate', 'verify', 'edited.json'])).code).toBe(3);
      expect(gateway.received).toEqual([]);
    });

    it('ends with 7 when the service is away', async () => {
      const gone = await new FakeGateway().start();
      await gone.stop();
      expect((await svc.run(['certificate', 'verify', 'good.json', '--url', gone.url])).code).toBe(7);
    });
  });

  it('passes a certificate on exactly as the service sent it', async () => {
    const text = `{"schema":  "svc.certificate/v1",\n "odd": 1}`;
    gateway.on('GET /api/certificates/flown', { text });
    expect((await online(['certificate', 'show', 'flown'])).stdout).toBe(`${text}\n`);
  });

  it('prints the public key bare, for a file or another command', async () => {
    gateway.on('GET /api/certificates/public-key', { body: thePublicKeys(key.publicKey.base64, 'svc/audit+0+0') });
    expect((await online(['certificate', 'public-key'])).stdout).toBe(`${key.publicKey.base64}\n`);
  });

  it('says which key of the service signed when; that, or the answer itself, is what a verifier pins', async () => {
    const keys = [
      { public_key: otherKey.publicKey.base64, from: '2025-01-01T00:00:00.000Z', until: '2026-02-28T00:00:00.000Z' },
      { public_key: key.publicKey.base64, from: '2026-02-28T00:00:00.000Z', until: null },
    ];
    const answer = { ...thePublicKeys(key.publicKey.base64, 'svc/audit+0+0'), keys };
    gateway.on('GET /api/certificates/public-key', { body: answer });
    expect((await online(['certificate', 'public-key', '--history'])).stdout).toMatch(
      / until\n\S+ +2025-01-01T00:00:00.000Z +2026-02-28T00:00:00.000Z\n\S+ +2026-02-28T00:00:00.000Z +now: in use\n$/,
    );
    writeFileSync(file('keys.json'), (await online(['certificate', 'public-key', '--history', '--json'])).stdout);
    writeFileSync(file('answer.json'), JSON.stringify(answer));
    for (const pinned of ['keys.json', 'answer.json'])
      expect((await svc.run(['certificate', 'verify', 'good.json', '--public-key', pinned], { env: {} })).code).toBe(0);
  });
});
