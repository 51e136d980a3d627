import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@svc/testing';
import type { ControlGroup, ControlGroupLimits } from './control-group';
import { ownGroup } from './control-group-folder';
import { type ControlGroups, openControlGroups } from './control-groups';
import { currentProcess } from './process-id';
import { DEFAULT_LIMITS } from '../limits';
import { SandboxFixture } from '../sandbox.fixture';

const MiB = 1024 * 1024;
const LIMITS: ControlGroupLimits = { memoryBytes: 128 * MiB, processes: 32, background: false };
const here = openControlGroups();

/** Author code whose children, all at once, take memory and keep it until the first of them is killed. */
const BURST = (children: number, bytes: number): string => `
import os
awaited, _ = os.pipe()
for _ in range(${children}):
    if os.fork() == 0:
        kept = b"x" * ${bytes}
        os.read(awaited, 1)
        os._exit(0)
os.wait()`;

/** Author code that starts processes as long as it may, each of which is gone at once, and gets over a refusal. */
const STORM = `
import os
for _ in range(400):
    try:
        if os.fork() == 0:
            os._exit(0)
    except OSError:
        break`;

function holding<Result>(groups: ControlGroups, work: (group: ControlGroup) => Result): Promise<Result> {
  const group = groups.make(LIMITS);
  const result = work(group);
  return group.remove().then(() => result);
}

function python(group: ControlGroup, code: string): void {
  const [program = '', ...args] = group.enter(['python3', '-c', code]);
  spawnSync(program, args, { stdio: 'ignore' });
}

describe('control groups', () => {
  const { groups } = here;
  if (groups === null) {
    it.skip(`needs control groups that this user may make: ${here.description}`, () => undefined);
    return;
  }
  const parent = ownGroup(
    'memory',
    readFileSync('/proc/self/cgroup', 'utf8'),
    readFileSync('/proc/self/mountinfo', 'utf8'),
  )?.folder;
  if (parent === undefined) throw new Error('groups can be made, but nobody knows where');

  it('say what they limit', () => {
    expect(here.description).toMatch(/limited by cgroup v\d.*memory, processes/);
  });

  it('end what many processes take together, seen or not, as a matter of memory', async () => {
    const breach = await holding(groups, (group) => {
      python(group, BURST(20, 20 * MiB));
      return group.breach();
    });
    expect(breach).toBe('memory');
  });

  it('refuse more processes than they may have', async () => {
    const breach = await holding(groups, (group) => {
      python(group, STORM);
      return group.breach();
    });
    expect(breach).toBe('processes');
  });

  it('have nothing to say about a program within its limits, which also reads much more than its memory from files', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-groups-'));
    writeFileSync(path.join(folder, 'large'), Buffer.alloc(2 * LIMITS.memoryBytes));
    const breach = await holding(groups, (group) => {
      python(
        group,
        `with open(${JSON.stringify(path.join(folder, 'large'))}, "rb") as f:\n  while f.read(1 << 20): pass`,
      );
      return group.breach();
    });
    rmSync(folder, { recursive: true });
    expect(breach).toBeNull();
  });

  it('start nothing that cannot enter', async () => {
    const gone = groups.make(LIMITS);
    await gone.remove();
    const [program = '', ...args] = gone.enter(['echo', 'started']);
    expect(spawnSync(program, args, { encoding: 'utf8' })).toMatchObject({ status: 125, stdout: '' });
  });

  it('are removed with whatever still runs in them', async () => {
    const group = groups.make(LIMITS);
    const [program = '', ...args] = group.enter(['sh', '-c', 'sleep infinity >/dev/null 2>&1 &']);
    spawnSync(program, args, { stdio: 'ignore' });
    expect(group.removeNow()).toBe(false);
    await group.remove();
    expect(group.removeNow()).toBe(true);
  });

  it('of a service that was killed are removed by the next one; those of a living one, and of others, stay', async () => {
    const { pid, startedAt } = currentProcess();
    const own = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    const named = (owner: string): string => path.join(parent, `svc-${owner}-0000`);
    const dead = named(`${own}-${pid}-1${startedAt}`);
    const kept = [named(`${own}-${pid}-${startedAt}`), named(`1-${pid}-1${startedAt}`), path.join(parent, 'svc-other')];
    for (const folder of [dead, ...kept]) mkdirSync(folder);
    try {
      openControlGroups();
      await eventually(() => !existsSync(dead));
      expect(kept.filter((folder) => existsSync(folder))).toEqual(kept);
    } finally {
      for (const folder of kept) rmdirSync(folder);
    }
  });

  describe('around a derivation', () => {
    const fixture = new SandboxFixture();
    const sandbox = fixture.sandbox();
    afterAll(() => fixture.remove());
    const derivation = (body: string): string =>
      `from svc import derivation\n@derivation()\ndef it(ctx):\n${body.trim().replace(/^/gm, '    ')}\n    return [{"x": 1}]\n`;

    it('end a burst of memory that no poll sees like any other', async () => {
      const outcome = await sandbox.runDerivation(fixture.request(derivation(BURST(30, 30 * MiB))));
      expect(outcome).toMatchObject({ reason: 'memory', message: expect.stringContaining('memory limit of 256 MiB') });
    });

    it('end a burst of processes that no poll sees like any other', async () => {
      const outcome = await sandbox.runDerivation(fixture.request(derivation(STORM)));
      expect(outcome).toMatchObject({ reason: 'processes', message: expect.stringContaining('limit of 64 processes') });
    });

    it('leave room for a full scratch folder beside all of its memory', async () => {
      const { memoryBytes } = DEFAULT_LIMITS;
      const limits = { memoryBytes: Math.min(memoryBytes, 256 * MiB), scratchBytes: 128 * MiB };
      const code = `
with open("/work/x", "wb") as f:
    f.write(bytes(120 * 2**20))
kept = bytearray(150 * 2**20)
kept[::4096] = b"x" * len(kept[::4096])`;
      expect(await sandbox.runDerivation(fixture.request(derivation(code), { limits }))).toMatchObject({
        outcome: 'succeeded',
      });
    });
  });
});

describe('a machine where no control group can be made', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-no-groups-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const v1 = (root: string): string =>
    ['memory', 'pids', 'cpu'].map((it) => `35 31 0:32 / ${root} rw - cgroup cgroup rw,${it}\n`).join('');

  it.each([
    ['nothing may be written there', '4:memory:/\n3:pids:/\n2:cpu:/\n', v1('/sys/kernel')],
    ['it is mounted nowhere', '4:memory:/\n3:pids:/\n', ''],
    ['what is mounted takes none of our limits', '4:memory:/x\n3:pids:/x\n', v1(folder)],
    ['version 2 hands on nothing', '0::/\n', `31 23 0:28 / ${folder} rw - cgroup2 cgroup2 rw\n`],
  ])('falls back to the poll and says why when %s', (_, procCgroup, mountinfo) => {
    const { groups, description } = openControlGroups({ procCgroup, mountinfo });
    expect(groups).toBeNull();
    expect(description).toMatch(/^No cgroup limits sandboxes \(.+\): derivations are limited by the poll of \/proc/);
  });

  it('hands on controllers under version 2 only from a group without processes: its own, or one that is delegated to it', () => {
    const delegated = path.join(folder, 'unit.service');
    const own = path.join(delegated, 'main');
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(delegated, 'cgroup.procs'), '');
    writeFileSync(path.join(delegated, 'cgroup.subtree_control'), '');
    openControlGroups({
      procCgroup: '0::/unit.service/main\n',
      mountinfo: `31 23 0:28 / ${folder} rw - cgroup2 cgroup2 rw\n`,
    });
    expect(readFileSync(path.join(delegated, 'cgroup.subtree_control'), 'utf8')).toMatch(/\+memory \+pids/);
    expect(existsSync(path.join(folder, 'cgroup.subtree_control'))).toBe(false);
  });
});
