import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from './programs';
import { unpackedIn, wrapPrograms } from './unpacked-programs';

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
    expect(said).toContain(` ${join(tools, 'tools/root/usr/lib/x86_64-linux-gnu')} --port 1`);
  });

  it('are the very process that was started, so that signals reach them', async () => {
    const child = spawn(join(tools, 'tools/bin/nats-server'), { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(String(said).split(' ')[0]).toBe(String(child.pid));
  });
});
