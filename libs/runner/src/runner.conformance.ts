import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import type { Runner } from './runner';
import type { RunRequest } from './sandbox/sandbox';
import { sandboxOn } from './sandbox/sandbox-on';
import { rowsOf } from './sandbox.fixture';

/** Author code that tries every way to change what it was handed; answers how many tries did anything but fail. */
const ATTACK = `
import ctypes, errno, gc, mmap, os, stat
from svc import Dataset, derivation

libc = ctypes.CDLL(None, use_errno=True)
SYSCALLS = {"x86_64": {"fallocate": 285}, "aarch64": {"fallocate": 47}}[os.uname().machine]

def reopened(path, flags):
    fd = os.open(path, flags)
    try:
        os.pwrite(fd, b"forged", 0)
        return "wrote"
    finally:
        os.close(fd)

def mapped(fd):
    with mmap.mmap(fd, 0, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ | mmap.PROT_WRITE) as page:
        page[0:6] = b"forged"

def raw(name, *arguments):
    if libc.syscall(SYSCALLS[name], *arguments) < 0:
        raise OSError(ctypes.get_errno(), name)

def ways(path, fd):
    yield "chmod", lambda: os.chmod(path, 0o666)
    yield "fchmod", lambda: os.fchmod(fd, 0o666)
    yield "chmod of the link", lambda: os.chmod(f"/proc/self/fd/{fd}", 0o666)
    yield "chown", lambda: os.fchown(fd, os.getuid(), os.getgid())
    for name, flags in (("write", os.O_WRONLY), ("read and write", os.O_RDWR), ("append", os.O_WRONLY | os.O_APPEND)):
        yield f"reopen to {name}", lambda flags=flags: reopened(path, flags)
        yield f"reopen the descriptor to {name}", lambda flags=flags: reopened(f"/proc/self/fd/{fd}", flags)
        yield f"reopen through the thread to {name}", lambda flags=flags: reopened(f"/proc/thread-self/fd/{fd}", flags)
    yield "pwrite", lambda: os.pwrite(fd, b"forged", 0)
    yield "ftruncate", lambda: os.ftruncate(fd, 0)
    yield "truncate", lambda: os.truncate(path, 0)
    yield "fallocate", lambda: raw("fallocate", fd, 0, 0, ctypes.c_long(1 << 20))
    yield "allocate beyond the end", lambda: raw("fallocate", fd, 1, 0, ctypes.c_long(1 << 20))
    yield "punch a hole", lambda: raw("fallocate", fd, 3, 0, ctypes.c_long(4096))
    yield "shared mapping", lambda: mapped(fd)
    yield "utime", lambda: os.utime(path, (1, 1))
    yield "futime", lambda: os.utime(fd, (1, 1))
    yield "setxattr", lambda: os.setxattr(path, "user.forged", b"1")
    yield "fsetxattr", lambda: os.setxattr(fd, "user.forged", b"1")
    yield "link", lambda: os.link(path, "/work/link")
    yield "link of the descriptor", lambda: os.link(f"/proc/self/fd/{fd}", "/work/link", follow_symlinks=True)
    yield "rename", lambda: os.rename(path, "/work/renamed")
    yield "rename over it", lambda: (open("/work/forged", "w").close(), os.rename("/work/forged", path))
    yield "unlink", lambda: os.unlink(path)
    yield "unlink and make it again", lambda: open(os.path.dirname(path) + "/more", "w").close()

def is_ours(state):
    return state.st_dev in (os.stat("/work").st_dev, os.stat("/dev/shm").st_dev)

def handed():
    """Every regular file that this process holds open or maps, or that lies where it gets its rows."""
    for entry in os.listdir("/proc/self/fd"):
        path = f"/proc/self/fd/{entry}"
        try:
            state = os.stat(path)
            if stat.S_ISREG(state.st_mode) and not is_ours(state):
                yield path, int(entry)
        except OSError:
            pass
    for folder in ("/inputs", "/results"):
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            path = f"{folder}/{name}"
            yield path, os.open(path, os.O_RDONLY)

@derivation(inputs={"certified": Dataset("certified")})
def it(ctx):
    first = ctx.input("certified").to_arrow()
    ctx.sql("select 1 as x").rows
    tried, done = 0, []
    for path, fd in list(handed()):
        for name, way in ways(path, fd):
            tried += 1
            try:
                way()
                done.append(f"{name} {path}")
            except (OSError, ValueError):
                pass
    return [{"tried": tried, "done": "; ".join(done), "same": ctx.input("certified").to_arrow().equals(first)}]
`;

function stateOf(path: string): readonly unknown[] {
  const { mode, uid, gid, mtimeMs, ctimeMs, size, nlink } = statSync(path);
  return [createHash('sha256').update(readFileSync(path)).digest('hex'), mode, uid, gid, mtimeMs, ctimeMs, size, nlink];
}

/** What a conformance run needs of the machine it runs on. */
export interface RunnerUnderTest {
  readonly runner: Runner;
  /** A request to run the function `it` of one file. */
  request(source: string, more?: Partial<RunRequest>): RunRequest;
  /** A Parquet file with the rows of a query. */
  parquet(sql: string): Promise<string>;
}

/** What holds of every runner, whatever its walls are made of. */
export function conformsAsRunner(tested: () => RunnerUnderTest): void {
  const run = (source: string, more: Partial<RunRequest> = {}) =>
    sandboxOn(tested().runner).runDerivation(tested().request(source, more));
  const doing = (...lines: readonly string[]): string =>
    [
      'import os',
      'from svc import derivation',
      '@derivation()',
      'def it(ctx):',
      ...lines.map((it) => `    ${it}`),
      '',
    ].join('\n');

  it('lets nobody change what is certified, not even who owns it', async () => {
    const parquetPath = await tested().parquet("select 42 as answer, 'sound' as verdict");
    chmodSync(parquetPath, 0o444);
    const before = stateOf(parquetPath);
    const outcome = await run(ATTACK, { inputs: [{ name: 'certified', parquetPath }] });
    expect(stateOf(parquetPath)).toEqual(before);
    expect(await rowsOf(outcome)).toEqual([{ tried: expect.anything(), done: '', same: true }]);
  });

  it('hands out no descriptor of any file', async () => {
    const outcome = await run(
      doing(
        'import stat',
        'kinds = {fd: os.stat(int(fd)).st_mode for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}")}',
        'return [{"files": [fd for fd, mode in kinds.items() if stat.S_ISREG(mode) or stat.S_ISDIR(mode)]}]',
      ),
    );
    expect(await rowsOf(outcome)).toEqual([{ files: [] }]);
  });

  it('gives no network and nothing of the environment of the service', async () => {
    const outcome = await run(
      doing(
        'import socket',
        'def reached():',
        '    try:',
        '        socket.create_connection(("127.0.0.1", 1), 5)',
        '    except PermissionError:',
        '        return False',
        'return [{"reached": reached(), "secrets": [name for name in os.environ if name.startswith("SVC")]}]',
      ),
    );
    expect(await rowsOf(outcome)).toEqual([{ reached: false, secrets: [] }]);
  });

  it.each([
    ['time', 'while True: pass', { wallMs: 2000 }, 'timeout'],
    ['memory', 'kept = [bytearray(4_000_000) for _ in range(10_000)]', {}, 'memory'],
    ['processes', 'import time; [os.fork() == 0 and time.sleep(60) for _ in range(100)]', {}, 'processes'],
    ['disk', 'open("/work/x", "wb").write(bytes(100_000_000))', {}, 'disk'],
  ])('stops a run at its limit of %s, and leaves no output', async (_, line, limits, reason) => {
    const request = tested().request(doing(line), { limits });
    expect(await sandboxOn(tested().runner).runDerivation(request)).toMatchObject({ outcome: 'failed', reason });
    expect(existsSync(request.outputPath)).toBe(false);
  });

  it('knows its environment and that it can isolate', async () => {
    const { runner } = tested();
    expect(await sandboxOn(runner).isolationProblem()).toBeNull();
    expect(await runner.environment()).toMatchObject({ hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
  });

  it('starts nothing in an environment that it has not, and anything in the one that it has', async () => {
    const { runner } = tested();
    const said: string[] = [];
    const describe = (environment: string) =>
      runner.execute({
        order: { type: 'describe', files: {} },
        mounts: [],
        limits: runner.limits,
        environment,
        output: null,
        onFrame: (frame, host) => {
          said.push(frame.type);
          if (frame.type === 'manifests') host.stop({ kind: 'finished' });
        },
      });
    const other = `sha256:${'0'.repeat(64)}`;
    expect(await describe(other)).toMatchObject({
      cause: { kind: 'unavailable', detail: expect.stringContaining(other) },
      exitCode: null,
    });
    expect(said).toEqual([]);
    const { hash } = await runner.environment();
    expect(await describe(hash)).toMatchObject({ cause: { kind: 'finished' } });
    expect(said).toEqual(['code', 'manifests']);
  });

  it('starts nothing for whom it is too late, and says so', async () => {
    const outcome = await run(doing('return [{"x": 1}]'), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'cancelled', peak_rss_bytes: null });
  });
}
