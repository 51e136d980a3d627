import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installCommand } from './prepare-programs';
import { findPrograms } from './programs';

const ALL = { postgres: true, nats: true, redis: true };

describe('finding programs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-programs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const unpacked = () => ({ programs: join(folder, 'bin'), postgres: join(folder, 'postgres') });
  const cluster = () => join(folder, 'cluster');

  function program(path: string, says = ''): string {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `#!/bin/sh\necho '${says}'\n`);
    chmodSync(file, 0o755);
    return file;
  }

  it('prefers what the stack unpacked itself', () => {
    const own = {
      nats: program('bin/nats-server'),
      redis: program('bin/redis-server'),
      bubblewrap: program('bin/bwrap'),
    };
    const found = findPrograms({ ...ALL, postgres: false }, unpacked(), cluster());
    expect(found).toEqual({ programs: { ...own, postgres: null }, missing: [] });
  });

  it('looks for no server that runs elsewhere already', () => {
    program('bin/bwrap');
    expect(findPrograms({ postgres: false, nats: false, redis: false }, unpacked(), cluster())).toMatchObject({
      programs: { postgres: null, nats: null, redis: null },
    });
  });

  it('takes the Postgres that made the cluster, though there is a newer one', () => {
    for (const version of ['91', '92']) {
      program(`postgres/${version}/bin/postgres`, `postgres (PostgreSQL) ${version}.3`);
      program(`postgres/${version}/bin/initdb`);
    }
    program('bin/bwrap');
    mkdirSync(cluster());
    writeFileSync(join(cluster(), 'PG_VERSION'), '91\n');
    expect(findPrograms({ postgres: true, nats: false, redis: false }, unpacked(), cluster())).toMatchObject({
      programs: { postgres: join(folder, 'postgres/91/bin') },
    });
  });

  it('names the version that a cluster needs and nobody has', () => {
    program('bin/bwrap');
    mkdirSync(cluster());
    writeFileSync(join(cluster(), 'PG_VERSION'), '93\n');
    const { missing } = findPrograms({ postgres: true, nats: false, redis: false }, unpacked(), cluster());
    expect(missing).toEqual([{ program: 'Postgres 93', debianPackage: 'postgresql-93' }]);
    expect(installCommand(missing)).toBe('sudo apt-get install -y postgresql-93');
  });
});
