import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@svc/testing';
import { identify } from './process-identity';

const ROOT = resolve(__dirname, '..', '..', '..');

/** A process that supervises two children, says their pids, and goes on. */
const SUPERVISE = `
  const { Supervisor } = require(process.argv[1] + '/tools/dist/dev-stack/supervisor/supervisor.js');
  const { tiedToParent } = require(process.argv[1] + '/libs/testing/dist/index.js');
  const spec = (name) => ({
    name, commandLine: tiedToParent({ program: 'sleep', args: ['1000'], deathSignal: 'SIGKILL' }), env: { PATH: '/usr/bin:/bin' }, cwd: process.argv[2],
    address: name, logFile: process.argv[2] + '/' + name, stopSignal: 'SIGTERM', stopWithinMs: 1000,
    // The kernel's own name for it: only then has the wrapper that watches the parent done its work.
    isReady: async () => require('fs').readFileSync('/proc/' + supervisor.children.find((it) => it.name === name).pid + '/comm', 'utf8').trim() === 'sleep',
  });
  const supervisor = new Supervisor(() => undefined);
  supervisor.start([spec('a'), spec('b')]).then(() => process.stdout.write(supervisor.children.map((it) => it.pid).join()));
`;

describe('a supervisor that is killed', () => {
  it('takes all its children along', async () => {
    execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-b', 'tools'], { cwd: ROOT });
    const folder = mkdtempSync(join(tmpdir(), 'svc-supervisor-'));
    const supervisor = spawn(process.execPath, ['-e', SUPERVISE, ROOT, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(supervisor.stdout.setEncoding('utf8'), 'data');
    const children = String(said).split(',').map(Number);
    expect(children.map((pid) => identify(pid)?.pid)).toEqual(children);
    supervisor.kill('SIGKILL');
    await once(supervisor, 'exit');
    // The kernel has sent the signals by now; the children need a moment to be gone. The test's time-out bounds it.
    await eventually(() => children.every((pid) => identify(pid) === null));
    rmSync(folder, { recursive: true });
  });
});
