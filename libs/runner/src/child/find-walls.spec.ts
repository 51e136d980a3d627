import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireProgram } from '@svc/testing';
import { findWalls, wallsLacking } from './find-walls';

const folder = mkdtempSync(path.join(tmpdir(), 'svc-walls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Behind the walls it is another user who starts what lies here.
chmodSync(folder, 0o755);

/** What a service is told where `bwrap` does this. */
async function told(script: string): Promise<unknown> {
  writeFileSync(path.join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return findWalls(folder);
}

const naming = (setting: string): unknown => ({ problem: expect.stringContaining(setting) });

describe('before it takes work, a service proves its walls', () => {
  it('and finds them where the kernel says of a program behind them that they hold', async () => {
    const bubblewrap = requireProgram('bwrap', 'bubblewrap');
    expect(await findWalls(path.dirname(bubblewrap))).toEqual({ bubblewrap });
  });

  it('and names the seccomp profile where a container forbids namespaces', async () => {
    const refusal = 'bwrap: No permissions to create new namespace, likely because the kernel does not allow them.';
    expect(await told(`echo '${refusal}' >&2; exit 1`)).toEqual(naming('seccomp=deploy/seccomp.json'));
  });

  it.each(["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", 'unshare: mount /proc failed'])(
    'and names what uncovers /proc where a container covers it: %s',
    async (refusal) => {
      expect(await told(`echo "${refusal}" >&2; exit 1`)).toEqual(naming('systempaths=unconfined'));
      expect(await told(`echo "${refusal}" >&2; exit 1`)).toEqual(naming('procMount: Unmasked'));
    },
  );

  it('and believes the kernel, not that a program started', () => {
    const held = 'NoNewPrivs:\t1\nSeccomp:\t2\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\n';
    expect(wallsLacking(held)).toEqual([]);
    expect(wallsLacking(held.replace('Seccomp:\t2', 'Seccomp:\t0'))).toEqual(['the seccomp filter']);
    expect(wallsLacking(held.replace(/0000$/m, '0400'))).toEqual(['dropped capabilities']);
    expect(wallsLacking('')).toHaveLength(4);
  });

  it('and says so where it ends without a word', async () => {
    expect(await told('exit 0')).toEqual(naming('this service does not start'));
  });
});
