import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openControlGroups, type ServiceUser } from '@svc/runner';
import { eventually, ordinaryUser, requireProgram } from '@svc/testing';
import { workerCommand } from './worker-command';
import { WorkerFolder } from './worker-folder';
import { WorkerProcess } from './worker-process';

/** A worker that does whatever it is told, as one would whom a stranger's file has taken over. */
const TAKEN_OVER = `
const fs = require('node:fs');
const attempt = (what) => { try { return what() ?? 'done'; } catch (error) { return error.code ?? String(error); } };
process.on('message', ({ id, work }) => process.send({ id, rss: 1, answer: eval(work) }));
process.send({ ready: true });
`;

const root = mkdtempSync(join(tmpdir(), 'svc-worker-walls-'));
const code = join(root, 'code');
const object = join(root, 'object');
const started: WorkerProcess<string>[] = [];
const enforcement = openControlGroups();
let folder: WorkerFolder;

beforeAll(async () => {
  chmodSync(root, 0o755);
  mkdirSync(code);
  writeFileSync(join(code, 'program.js'), TAKEN_OVER);
  writeFileSync(object, 'certified');
  chmodSync(object, 0o444);
  folder = await WorkerFolder.create(join(root, 'workers'));
  await folder.show([{ name: 'rows', path: object, immutable: true }]);
});
afterEach(() => {
  for (const worker of started.splice(0)) worker.kill();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function start(user?: ServiceUser): Promise<WorkerProcess<string>> {
  const command = workerCommand({
    program: join(code, 'program.js'),
    settings: {
      readable: [folder.in],
      writable: [folder.out],
      spillFolder: folder.spill,
      spillBytes: 0,
      memoryBytes: 256 * 1024 * 1024,
      threads: 1,
    },
    bubblewrap: requireProgram('bwrap', 'bubblewrap'),
    output: folder.out,
    codeFolders: [code],
    fileBytes: 1024 * 1024,
    groups: enforcement.groups,
    ...(user === undefined ? {} : { user }),
  });
  const worker = await WorkerProcess.start<string>(command, 30_000);
  started.push(worker);
  return worker;
}

const ordinarily: ServiceUser = { run: ([program = '', ...args]) => ordinaryUser().run([program, ...args]) };

describe('a compromised worker has no privileges', () => {
  it('whoever runs the service: no capability, a list of system calls, no way to gain more', async () => {
    const worker = await start();
    const status = String(await worker.ask('fs.readFileSync("/proc/self/status", "utf8")'));
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${set}:\\s+0{16}$`, 'm'));
    expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
  });

  it('and reaches no other process, no setting of the kernel, no network and none of our files', async () => {
    const worker = await start();
    expect(await worker.ask('fs.readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).length')).toBe(2);
    expect(
      await worker.ask(
        '["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"].map((path) => attempt(() => fs.writeFileSync(path, "x")))',
      ),
    ).not.toContain('done');
    expect(await worker.ask('fs.readFileSync("/proc/net/route", "utf8").trim().split("\\n").slice(1)')).toEqual([]);
    expect(await worker.ask(`attempt(() => fs.readdirSync(${JSON.stringify(root)}).sort())`)).toEqual([
      'code',
      'workers',
    ]);
    expect(await worker.ask('["/home", "/etc/passwd", "/var", "/sys"].map((it) => fs.existsSync(it))')).toEqual(
      Array(4).fill(false),
    );
  });

  it('in an environment of its own', async () => {
    const worker = await start();
    expect(
      await worker.ask('Object.keys(process.env).filter((name) => !name.startsWith("NODE_CHANNEL")).sort()'),
    ).toEqual(['DUCKDB_JE_MALLOC_CONF', 'PWD']);
  });
});

describe.each([
  ['the user it was started by', undefined],
  ['an ordinary user, who owns the rows', ordinarily],
])('run by %s, a worker that was taken over', (_, user) => {
  it('changes no object', async () => {
    const path = JSON.stringify(folder.pathOf('rows'));
    const before = statSync(object);
    const worker = await start(user);
    const tries = [
      `fs.chmodSync(${path}, 0o666)`,
      `fs.fchmodSync(fs.openSync(${path}, 'r'), 0o666)`,
      `fs.writeFileSync(${path}, 'forged')`,
      `fs.writeFileSync('/proc/self/fd/' + fs.openSync(${path}, 'r'), 'forged')`,
      `fs.truncateSync(${path}, 0)`,
      `fs.renameSync(${path}, ${JSON.stringify(join(folder.out, 'moved'))})`,
      `fs.linkSync(${path}, ${JSON.stringify(join(folder.out, 'linked'))})`,
      `fs.unlinkSync(${path})`,
      `fs.utimesSync(${path}, 1, 1)`,
      `fs.writeFileSync(${path} + '-more', 'forged')`,
    ];
    for (const one of tries) expect([one, await worker.ask(`attempt(() => ${one})`)]).not.toEqual([one, 'done']);
    expect(readFileSync(object, 'utf8')).toBe('certified');
    expect(statSync(object)).toMatchObject({ mode: before.mode, mtimeMs: before.mtimeMs, ctimeMs: before.ctimeMs });
  });

  it('writes where it should, as much as it may', async () => {
    if (user !== undefined) chownSync(folder.out, statSync(root).uid, statSync(root).gid);
    const worker = await start(user);
    const path = JSON.stringify(join(folder.out, 'answer'));
    expect(await worker.ask(`attempt(() => fs.writeFileSync(${path}, Buffer.alloc(1000)))`)).toBe('done');
    expect(await worker.ask(`attempt(() => fs.writeFileSync(${path}, Buffer.alloc(2 * 1024 * 1024)))`)).toBe('EFBIG');
    rmSync(join(folder.out, 'answer'));
  });
});

describe('a worker', () => {
  if (enforcement.groups === null) {
    it.skip(`needs control groups, which this machine does not offer: ${enforcement.description}`, () => undefined);
    return;
  }

  it('and all that it starts are in a control group of their own, which is removed when it ends', async () => {
    const worker = await start();
    const path = /:(\/.*\/?svc-[\da-f-]+)$/m.exec(readFileSync(`/proc/${worker.pid}/cgroup`, 'utf8'))?.[1] ?? '';
    const left = (): readonly string[] =>
      readFileSync('/proc/self/mountinfo', 'utf8')
        .split('\n')
        .filter((line) => / - cgroup2? /.test(line))
        .map((line) => line.split(' '))
        .map(([, , , seen = '', mounted = '']) => join(mounted, relative(seen, path)))
        .filter((folder) => existsSync(folder));
    expect(path).toMatch(/svc-/);
    expect(left()).not.toEqual([]);
    worker.kill();
    await eventually(() => left().length === 0);
  });
});
