import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentOf, findInterpreter, lockedRequirements } from './interpreter';
import { SandboxFixture } from './sandbox.fixture';

const fixture = new SandboxFixture();
afterAll(() => fixture.remove());

const LOCK =
  'b==2 \\\n    --hash=sha256:22 \\\n    --hash=sha256:11\na==1 ; sys_platform == "linux" \\\n    --hash=sha256:33\n';

describe('the identity of the environment', () => {
  it('is free of the order, layout and comments of the lock file', () => {
    const other =
      '# written by another tool\na==1   ;  sys_platform == "linux" --hash=sha256:33 # via x\n\nb==2 --hash=sha256:11 --hash=sha256:22\n';
    expect(lockedRequirements(LOCK)).toEqual(['a==1 ; sys_platform == "linux" sha256:33', 'b==2 sha256:11 sha256:22']);
    expect(lockedRequirements(other)).toEqual(lockedRequirements(LOCK));
  });

  it('changes with a package, a hash, the Python and the platform, and with nothing else', async () => {
    const file = path.join(fixture.folder, 'lock.txt');
    const python = {
      executable: '/usr/bin/python3',
      prefix: '/usr',
      packages: '/p',
      python: '3.11.7',
      platform: 'linux-x86_64',
    };
    const hashOf = async (lock: string, change: Partial<typeof python> = {}): Promise<string> => {
      writeFileSync(file, lock);
      return (await environmentOf({ ...python, ...change }, file)).hash;
    };
    const base = await hashOf(LOCK);
    expect(await hashOf(LOCK, { packages: '/q', prefix: '/usr/local' })).toBe(base);
    const others = [
      await hashOf(LOCK.replace('b==2', 'b==3')),
      await hashOf(LOCK.replace(':22', ':23')),
      await hashOf(LOCK, { python: '3.11.8' }),
      await hashOf(LOCK, { platform: 'linux-aarch64' }),
    ];
    expect(new Set([base, ...others]).size).toBe(5);
  });

  it('is that of the Python behind a virtual environment', async () => {
    const environment = await fixture.sandbox().environment();
    expect(environment).toMatchObject({
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      python: expect.stringMatching(/^3\.\d+\.\d+/),
    });
    const python = await findInterpreter(fixture.python);
    expect(
      execFileSync(python.executable, ['-c', 'import sys; print(sys.prefix == sys.base_prefix)'], { encoding: 'utf8' }),
    ).toBe('True\n');
  });
});
