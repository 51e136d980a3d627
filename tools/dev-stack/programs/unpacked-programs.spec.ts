import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unpackedIn } from '@svc/testing';
import { findPrograms } from './programs';
import { wrapPrograms } from './unpacked-programs';

describe('programs unpacked from Debian packages', () => {
  let tools: string;
  beforeAll(() => {
    tools = mkdtempSync(join(tmpdir(), 'svc-unpacked-'));
    const root = join(tools, 'tools', 'root');
    const program = (path: string, script: string): void => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), `#!/bin/sh\n${script}\n`);
      chmodSync(join(root, path), 0o755);
    };
    mkdirSync(join(root, 'usr/lib/x86_64-linux-gnu'), { recursive: true });
    program('usr/sbin/nats-server', 'echo "$$ $LD_LIBRARY_PATH $*"');
    program('usr/bin/redis-server', 'true');
    program('usr/bin/bwrap', 'true');
    program('usr/bin/sensible-editor', 'true');
    program('usr/lib/postgresql/99/bin/postgres', 'true');
    program('usr/lib/postgresql/99/bin/initdb', 'true');
    wrapPrograms(root, unpackedIn(tools));
  });
  afterAll(() => rmSync(tools, { recursive: true }));

  it('are found before those of the system', () => {
    const found = findPrograms(
      { postgres: true, nats: true, redis: true },
      unpackedIn(tools),
      join(tools, 'no-cluster'),
    );
    const bin = join(tools, 'tools', 'bin');
    expect(found).toEqual({
      programs: {
        postgres: join(tools, 'tools/postgres/99/bin'),
        nats: join(bin, 'nats-server'),
        redis: join(bin, 'redis-server'),
        bubblewrap: join(bin, 'bwrap'),
      },
      missing: [],
    });
  });

  it('find their libraries and get their arguments', () => {
    const said = execFileSync(join(tools, 'tools/bin/nats-server'), ['--port', '1'], { encoding: 'utf8' });
    const [, libraries = '', ...args] = said.trim().split(' ');
    expect(resolve(libraries)).toBe(join(tools, 'tools/root/usr/lib/x86_64-linux-gnu'));
    expect(args).toEqual(['--port', '1']);
  });

  it('still run after their checkout has moved', () => {
    const moved = `${tools}-moved`;
    cpSync(tools, moved, { recursive: true });
    expect(execFileSync(join(moved, 'tools/bin/nats-server'), { encoding: 'utf8' })).toContain(`${moved}/tools/`);
    rmSync(moved, { recursive: true });
  });

  it('are the very process that was started, so that signals reach them', async () => {
    const child = spawn(join(tools, 'tools/bin/nats-server'), { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(String(said).split(' ')[0]).toBe(String(child.pid));
  });
});
