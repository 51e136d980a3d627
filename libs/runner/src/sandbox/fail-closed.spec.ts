import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from './create-sandbox';
import { stoppedFailure } from './failure';
import { findBubblewrap } from '../bubblewrap/find-bubblewrap';
import { HostProcess } from '../host/host-process';
import { DEFAULT_LIMITS } from '../limits';
import { SandboxFixture } from '../sandbox.fixture';

const fixture = new SandboxFixture();
afterAll(() => fixture.remove());

/** The failure of a sandbox that is started by this command line. */
async function startedBy(...command: string[]) {
  const ending = await HostProcess.run({
    command,
    seccomp: Buffer.alloc(0),
    limits: DEFAULT_LIMITS,
    output: null,
    order: { type: 'describe', files: {}, inputs: {} },
    take: () => Promise.reject(new Error('nothing is taken')),
    signal: new AbortController().signal,
    onFrame: () => {
      throw new Error('a host that did not start said something');
    },
  });
  return stoppedFailure(ending, DEFAULT_LIMITS);
}

const EMPTY = [
  fixture.bubblewrap,
  '--unshare-all',
  '--unshare-user',
  '--disable-userns',
  '--ro-bind',
  '/usr',
  '/usr',
  '--symlink',
  'usr/lib',
  '/lib',
  '--symlink',
  'usr/lib64',
  '/lib64',
];

describe('where a run cannot be isolated, nothing is run and the next step is named', () => {
  it('without util-linux', async () => {
    expect(await startedBy('choom-that-is-missing')).toMatchObject({ reason: 'isolation-unavailable' });
  });

  it('without bubblewrap', async () => {
    expect(await startedBy('prlimit', '--core=0', '--', '/nonexistent/bwrap')).toMatchObject({
      reason: 'isolation-unavailable',
      message: expect.stringContaining('apt-get install bubblewrap'),
    });
  });

  it('with a bubblewrap that is too old', async () => {
    expect(await startedBy(fixture.bubblewrap, '--no-such-option')).toMatchObject({
      reason: 'isolation-unavailable',
      message: expect.stringContaining('0.8 or later'),
    });
  });

  it('on a machine without user namespaces', async () => {
    const failure = await startedBy(
      'unshare',
      '--user',
      '--map-root-user',
      'sh',
      '-c',
      'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
      '--',
      ...EMPTY,
      '--',
      'true',
    );
    expect(failure).toMatchObject({
      reason: 'isolation-unavailable',
      message: expect.stringContaining('user.max_user_namespaces'),
    });
  });

  it('with a host that is broken', async () => {
    expect(await startedBy(...EMPTY, '--', '/usr/bin/false')).toMatchObject({
      reason: 'isolation-unavailable',
      message: expect.stringContaining('svc doctor'),
    });
  });

  it('with a Python that is not there', async () => {
    const sandbox = createSandbox({
      python: '/nonexistent/python',
      hostSources: '/nonexistent',
      lockFile: '/nonexistent',
      scratch: fixture.scratch,
      concurrency: 1,
    });
    const request = fixture.request('pass');
    expect(await sandbox.runDerivation(request)).toMatchObject({
      outcome: 'failed',
      reason: 'isolation-unavailable',
      message: expect.stringContaining('/nonexistent/python'),
    });
    expect(await sandbox.isolationProblem()).toContain('/nonexistent/python');
    await expect(sandbox.environment()).rejects.toThrow('/nonexistent/python');
    expect(existsSync(request.outputPath)).toBe(false);
  });

  it('but not for a bubblewrap that is unpacked where only we can reach it', async () => {
    const [bin, program] = [
      path.join(fixture.folder, 'tools/bin'),
      path.join(fixture.folder, 'tools/root/usr/bin/bwrap'),
    ];
    const system = findBubblewrap('');
    // Without the system's, the fixture's is such a one already.
    if (system === null) return expect(await fixture.sandbox().isolationProblem()).toBeNull();
    mkdirSync(path.dirname(program), { recursive: true });
    mkdirSync(bin);
    copyFileSync(system, program);
    writeFileSync(
      path.join(bin, 'bwrap'),
      `#!/bin/sh\nLD_LIBRARY_PATH='${fixture.folder}/tools/root/lib' exec '${program}' "$@"\n`,
      { mode: 0o755 },
    );
    expect(await fixture.sandbox({ path: bin }).isolationProblem()).toBeNull();
  });

  it('and where it can, there is nothing to tell', async () => {
    expect(await fixture.sandbox().isolationProblem()).toBeNull();
  });
});
