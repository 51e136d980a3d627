import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@svc/testing';
import { hostCommand } from './host/host-command';
import { thisUser } from './bubblewrap/service-user';
import { findInterpreter } from './interpreter';
import { DEFAULT_LIMITS } from './limits';
import { ANNOUNCE, SandboxFixture, survivors } from './sandbox.fixture';
import { seccompFilter } from './bubblewrap/seccomp-filter';

const fixture = new SandboxFixture();
afterAll(() => fixture.remove());

/** A service reduced to what matters: it starts the command as the real one does, and gives the host its order. */
const SERVICE = `
const { command, seccomp, order } = JSON.parse(process.argv[1]);
const [program, ...args] = command;
const child = require('node:child_process').spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'], env: { PATH: '/usr/bin:/bin' }, detached: true });
child.stdio[4].end(Buffer.from(seccomp, 'base64'));
child.stdio[3].once('data', () => child.stdio[3].write(JSON.stringify(order) + '\\n'));
`;

it('a service that is killed takes its sandboxes with it', async () => {
  const results = path.join(fixture.folder, 'results');
  mkdirSync(results);
  const command = hostCommand(
    {
      bubblewrap: fixture.bubblewrap,
      python: await findInterpreter(fixture.python),
      hostSources: fixture.hostSources,
      hostPackages: ['svc', 'svc_host'],
      results,
      inputs: [],
      user: thisUser(),
      variation: {},
    },
    DEFAULT_LIMITS,
  );
  const seccomp = seccompFilter(process.arch === 'x64' ? 'x64' : 'arm64').toString('base64');
  const order = { type: 'describe', files: { 'a.py': `${ANNOUNCE}import svc\nwhile True:\n    pass\n` }, inputs: {} };
  const service = spawn(process.execPath, ['-e', SERVICE, JSON.stringify({ command, seccomp, order })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: service.stdout });
  const [announced] = await new Promise<string[]>((resolve) => lines.once('line', (line: string) => resolve([line])));
  const said = `${announced ?? ''}\n`;
  expect(survivors(said)).not.toEqual([]);
  service.kill('SIGKILL');
  await eventually(() => survivors(said).length === 0);
});
