import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireProgram } from '@svc/testing';

/** Holds what reading options takes and neither Node nor Python: the launcher cannot do more here. */
let programs: string;
beforeAll(() => {
  programs = mkdtempSync(path.join(tmpdir(), 'svc-launch-'));
  for (const name of ['cat', 'dirname']) symlinkSync(requireProgram(name, 'coreutils'), path.join(programs, name));
});
afterAll(() => rmSync(programs, { recursive: true }));

const launch = (...args: string[]) =>
  spawnSync('/bin/bash', [path.join(__dirname, 'launch.sh'), ...args], { encoding: 'utf8', env: { PATH: programs } });

describe('./svc up, down, reset, status, doctor, test', () => {
  it.each(['up', 'down', 'reset', 'status', 'doctor', 'test'])(
    '%s --help says what there is and does nothing',
    (command) => {
      expect(launch(command, '--help')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`./svc ${command}`),
      });
    },
  );

  it.each([
    ['up', '--bear'],
    ['down', '--yes'],
    ['reset', '-y'],
    ['test', 'one.spec.ts'],
  ])('%s does nothing when it does not know %s', (command, option) => {
    expect(launch(command, option)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`there is no option "${option}"`),
    });
  });

  it('takes the options that it has', () => {
    expect(launch('build').stderr).toContain('Node.js is not installed');
    for (const [command = '', option = ''] of [
      ['up', '--bare'],
      ['reset', '--yes'],
      ['status', '--json'],
      ['test', '--all'],
    ])
      expect(launch(command, option).stderr).toContain('Node.js is not installed');
  });
});
