import { createHash } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { ordinaryUser } from '@svc/testing';
import type { Sandbox } from './sandbox';
import { rowsOf, SandboxFixture } from './sandbox.fixture';

const fixture = new SandboxFixture();
afterAll(() => fixture.remove());

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

/** Its certified input as the warehouse keeps it. */
async function certified(): Promise<string> {
  const path = await fixture.parquet("select 42 as answer, 'sound' as verdict");
  chmodSync(path, 0o444);
  if (process.getuid?.() === 0) chownSync(path, 0, 0);
  return path;
}

async function attack(sandbox: Sandbox): Promise<void> {
  const parquetPath = await certified();
  const before = stateOf(parquetPath);
  const outcome = await sandbox.runDerivation(
    fixture.request(ATTACK, { inputs: [{ name: 'certified', parquetPath }] }),
  );
  expect(stateOf(parquetPath)).toEqual(before);
  expect(await rowsOf(outcome)).toEqual([{ tried: expect.anything(), done: '', same: true }]);
}

describe('what is certified cannot be changed by the code that reads it', () => {
  it('when the service runs as the user it was started by', () => attack(fixture.sandbox()));

  it('when the service runs as an ordinary user, who owns the rows', () =>
    attack(fixture.sandbox({ user: { run: ([program = '', ...args]) => ordinaryUser().run([program, ...args]) } })));
});

describe('a result', () => {
  it('is written by the service alone: the sandbox holds no descriptor of any file', async () => {
    const outcome = await fixture.sandbox().runDerivation(
      fixture.request(`
import os, stat
from svc import derivation

@derivation()
def it(ctx):
    kinds = {fd: os.stat(int(fd)).st_mode for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}")}
    return [{"files": [fd for fd, mode in kinds.items() if stat.S_ISREG(mode) or stat.S_ISDIR(mode)]}]
`),
    );
    expect(await rowsOf(outcome)).toEqual([{ files: [] }]);
  });
});
