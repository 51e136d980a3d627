import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeyFile, signCertificate } from '@svc/audit-chain';
import { aPayload } from './documents';
import { Svc } from './run-svc';

describe('svc certificate rotate-key', () => {
  const svc = new Svc();
  let home: string;
  const keyFile = () => join(home, '.svc', 'certificate.key');
  const inHome = () => ({ cwd: home });

  beforeAll(() => {
    svc.build();
  });
  beforeEach(async () => {
    home = mkdtempSync(join(svc.directory, 'home-'));
    mkdirSync(join(home, '.svc', 'run'), { recursive: true });
    await openKeyFile(keyFile());
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  afterAll(() => svc.remove());

  it('makes a new key, keeps the old public one, and says which signed when', async () => {
    const old = readFileSync(`${keyFile()}.pub`, 'utf8').trim();
    const { code, stdout, stderr } = await svc.run(['certificate', 'rotate-key'], inHome());
    const current = readFileSync(`${keyFile()}.pub`, 'utf8').trim();
    expect(code).toBe(0);
    expect(current).not.toBe(old);
    expect(stdout).toMatch(
      new RegExp(
        `new key +${escaped(current)}[^]*old key +${escaped(old)}\\nsigned +\\S+ until \\S+; certificates of that time stay valid`,
      ),
    );
    expect(stderr).toMatch(/from its next start/);
    const history = await svc.run(['certificate', 'public-key', '--history', '--key', keyFile()], inHome());
    expect(history.stdout).toMatch(
      new RegExp(`${escaped(old)} +\\S+Z +\\S+Z\\n${escaped(current)} +\\S+Z +now: in use`),
    );
  });

  it('leaves a history with which certificates of either key verify, and none that the old key signs later', async () => {
    const before = await openKeyFile(keyFile());
    const now = () => new Date().toISOString().replace('Z', '000Z');
    writeFileSync(
      join(home, 'before.json'),
      JSON.stringify(signCertificate({ ...aPayload(), issued_at: now() }, before)),
    );
    await svc.run(['certificate', 'rotate-key'], inHome());
    const after = await openKeyFile(keyFile());
    writeFileSync(
      join(home, 'after.json'),
      JSON.stringify(signCertificate({ ...aPayload(), issued_at: now() }, after)),
    );
    writeFileSync(
      join(home, 'late.json'),
      JSON.stringify(signCertificate({ ...aPayload(), issued_at: '2999-01-01T00:00:00.000000Z' }, before)),
    );
    writeFileSync(
      join(home, 'history.json'),
      (await svc.run(['certificate', 'public-key', '--history', '--json', '--key', keyFile()], inHome())).stdout,
    );
    const verify = async (name: string) =>
      (await svc.run(['certificate', 'verify', name, '--public-key', 'history.json'], inHome())).code;
    expect([await verify('before.json'), await verify('after.json'), await verify('late.json')]).toEqual([0, 0, 3]);
    const said = await svc.run(
      ['certificate', 'verify', 'before.json', 'after.json', '--public-key', 'history.json'],
      inHome(),
    );
    expect(said.stdout).toMatch(
      new RegExp(
        `signed with ${escaped(before.publicKey.base64)}, in use from \\S+Z to \\S+Z\n[^]*signed with ${escaped(after.publicKey.base64)}, in use from \\S+Z on\n`,
      ),
    );
    const bySibling = await svc.run(
      ['certificate', 'verify', 'before.json', '--public-key', '.svc/certificate.key.history.json'],
      inHome(),
    );
    expect(bySibling.code).toBe(0);
  });

  it('refuses while the service runs that holds the key in memory, and changes nothing', async () => {
    const before = readFileSync(keyFile());
    writeFileSync(
      join(home, '.svc', 'run', 'status.json'),
      JSON.stringify({ supervisor: { pid: process.pid, started: startOf(process.pid) } }),
    );
    const { code, stdout, stderr } = await svc.run(['certificate', 'rotate-key'], inHome());
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toMatch(
      /with \.svc\/certificate\.key in memory[^]*next: svc down, svc certificate rotate-key, svc up/,
    );
    expect(readFileSync(keyFile())).toEqual(before);
  });

  it('is not held up by a service that died, whose process number somebody else has now', async () => {
    writeFileSync(
      join(home, '.svc', 'run', 'status.json'),
      JSON.stringify({ supervisor: { pid: process.pid, started: '1' } }),
    );
    expect((await svc.run(['certificate', 'rotate-key'], inHome())).code).toBe(0);
  });

  it('makes no key where there was none, and says where it looked', async () => {
    const { code, stderr } = await svc.run(['certificate', 'rotate-key', '--key', 'gone.key'], inHome());
    expect({ code, made: existsSync(join(home, 'gone.key')) }).toEqual({ code: 1, made: false });
    expect(stderr).toMatch(/there is no key gone\.key/);
    expect((await svc.run(['certificate', 'rotate-key'], { cwd: svc.directory })).code).toBe(2);
  });

  it('refuses a key file that others may read', async () => {
    chmodSync(keyFile(), 0o644);
    const { code, stderr } = await svc.run(['certificate', 'rotate-key'], inHome());
    expect(code).toBe(1);
    expect(stderr).toMatch(/the key cannot be rotated: .*certificate\.key/);
    expect(stderr).not.toMatch(/at .*\.mjs/);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[+/=]/g, String.raw`\$&`);
}

/** When a process started, in ticks since boot, as the supervisor writes it down. */
function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}
