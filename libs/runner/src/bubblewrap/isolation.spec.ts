import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { SandboxFixture } from '../sandbox.fixture';

const fixture = new SandboxFixture();
const sandbox = fixture.sandbox();
afterAll(() => fixture.remove());

/** What an expression, or the last line of a block, is inside the sandbox, as JSON. */
async function inside(body: string): Promise<unknown> {
  const lines = body.trim().split('\n');
  const source = `
import ctypes, errno, json, os, pathlib, socket, subprocess, sys
from svc import derivation

libc = ctypes.CDLL(None, use_errno=True)

def attempt(what):
    try:
        return what()
    except OSError as error:
        return errno.errorcode[error.errno]

def syscall(*arguments):
    return attempt(lambda: "done" if libc.syscall(*arguments) >= 0 else errno.errorcode[ctypes.get_errno()])

@derivation()
def it(ctx):
${lines.map((line, i) => `    ${i === lines.length - 1 ? `print("answer", json.dumps(${line}))` : line}`).join('\n')}
`;
  const outcome = await sandbox.runDerivation(fixture.request(source));
  const answer = /^answer (.*)$/m.exec(outcome.stdout)?.[1];
  if (answer === undefined) throw new Error(JSON.stringify(outcome));
  return JSON.parse(answer);
}

/** Every process below one, as [number, name]. */
function descendants(pid: number): readonly (readonly [number, string])[] {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').trim(),
  );
  const children = tasks.filter((list) => list !== '').flatMap((list) => list.split(' ').map(Number));
  return children.flatMap((child) => [
    [child, readFileSync(`/proc/${child}/comm`, 'latin1').trim()] as const,
    ...descendants(child),
  ]);
}

describe('a derivation cannot reach the host', () => {
  it('finds no host files', async () => {
    expect(await inside('sorted(os.listdir("/"))')).toEqual(
      expect.arrayContaining(['bin', 'dev', 'host', 'lib', 'packages', 'proc', 'results', 'tmp', 'usr', 'work']),
    );
    expect(
      await inside(
        '[attempt(lambda: os.listdir(p)) for p in ["/home", "/var", "/sys", "/run", "/mnt", "/opt", "/boot"]]',
      ),
    ).toEqual(Array(7).fill('ENOENT'));
    expect(await inside('os.listdir("/etc")')).toEqual(['ld.so.cache']);
    expect(await inside(`attempt(lambda: os.listdir(${JSON.stringify(__dirname)}))`)).toBe('ENOENT');
  });

  it('finds no host files through the links of its processes', async () => {
    expect(
      await inside(
        '[attempt(lambda: sorted(os.listdir(f"/proc/{p}/root"))) in (sorted(os.listdir("/")), "EACCES", "EPERM") for p in os.listdir("/proc") if p.isdigit()]',
      ),
    ).not.toContain(false);
    expect(await inside('attempt(lambda: os.listdir("/proc/1/cwd/..")) in (os.listdir("/"), "EACCES", "EPERM")')).toBe(
      true,
    );
  });

  it('sees its own processes only', async () => {
    expect(await inside('len([p for p in os.listdir("/proc") if p.isdigit()])')).toBe(2);
  });

  it('may hold little in the kernel that no memory limit counts: waiting signals, messages, locked memory', async () => {
    const limits = await inside(
      'import resource\n[resource.getrlimit(it) for it in (resource.RLIMIT_SIGPENDING, resource.RLIMIT_MSGQUEUE, resource.RLIMIT_MEMLOCK)]',
    );
    expect(limits).toEqual([
      [1024, 1024],
      [0, 0],
      [0, 0],
    ]);
    expect(await inside('libc.mlock(ctypes.create_string_buffer(4096), 4096)')).toBe(-1);
  });

  it('inherits a fixed environment and nothing else', async () => {
    expect(await inside('sorted(os.environ)')).toEqual([
      'ARROW_IO_THREADS',
      'HOME',
      'LANG',
      'MKL_NUM_THREADS',
      'OMP_NUM_THREADS',
      'OPENBLAS_NUM_THREADS',
      'PATH',
      'POLARS_MAX_THREADS',
      'PWD',
      'PYTHONHASHSEED',
      'TMPDIR',
      'TZ',
    ]);
  });

  it('has its pipes, its protocol and the pipe for its table, and no other descriptor', async () => {
    expect(
      await inside(
        '[int(fd) for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}") and int(fd) not in (0, 1, 2)]',
      ),
    ).toEqual([100, 101]);
    expect(
      await inside(
        'subprocess.run(["sh", "-c", "echo /proc/self/fd/*"], capture_output=True, text=True).stdout.split()',
      ),
    ).toEqual(['0', '1', '2', '3'].map((fd) => `/proc/self/fd/${fd}`));
  });

  it('cannot change any setting of the kernel', async () => {
    expect(
      await inside(`
writable = []
for path in pathlib.Path("/proc/sys").rglob("*"):
    if path.is_file() and attempt(lambda: os.close(os.open(path, os.O_WRONLY))) is None:
        writable.append(str(path))
writable`),
    ).toEqual([]);
    expect(
      await inside(
        '[attempt(lambda: os.open(p, os.O_WRONLY)) for p in ["/proc/sysrq-trigger", "/proc/kcore", "/proc/kmsg"]]',
      ),
    ).not.toContain(null);
  });

  it('is not root of the host, whoever runs the service', async () => {
    let users: readonly string[] = [];
    const toParquet = () => {
      users = descendants(process.pid)
        .filter(([, name]) => name.startsWith('python'))
        .map(([pid]) => /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '');
      return Promise.reject(new Error('seen'));
    };
    await sandbox.runDerivation(
      fixture.request('from svc import derivation\n@derivation()\ndef it(ctx):\n    ctx.sql("select 1").rows\n', {
        sql: { toParquet },
      }),
    );
    const user = process.getuid?.() === 0 ? 65534 : process.getuid?.();
    expect(users).toEqual([`${user}\t${user}\t${user}\t${user}`]);
    expect(await inside('[os.getuid(), os.getgid()]')).toEqual([65534, 65534]);
  });

  it('has no capability and can gain none', async () => {
    const status = String(await inside('open("/proc/self/status").read()'));
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${set}:\\s+0{16}$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
  });

  it('has no network, not even a socket to try with', async () => {
    expect(
      await inside(
        '[attempt(lambda: socket.socket(f)) for f in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK)]',
      ),
    ).toEqual(Array(4).fill('EPERM'));
    // Whatever devices this kernel puts into a new network, no route leads out of it.
    expect(await inside('os.readlink("/proc/self/ns/net")')).not.toBe(readlinkSync('/proc/self/ns/net'));
    expect(await inside('open("/proc/net/route").readlines()[1:]')).toEqual([]);
  });

  it('can write to its scratch folders only', async () => {
    expect(
      await inside(
        '[attempt(lambda: pathlib.Path(p, "x").write_text("x")) for p in ["/", "/usr", "/host", "/packages", "/results", "/dev", "/proc", "/work", "/tmp", "/dev/shm"]]',
      ),
    ).toEqual(['EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', expect.stringMatching(/^E/), 1, 1, 1]);
  });

  it('cannot make namespaces, mounts or devices', async () => {
    expect(
      await inside(
        '[subprocess.run(["unshare", flag, "true"], capture_output=True).returncode for flag in ["-U", "-m", "-n", "-p"]]',
      ),
    ).toEqual([1, 1, 1, 1]);
    expect(await inside('syscall(56 if os.uname().machine == "x86_64" else 220, 0x10000000 | 17, 0, 0, 0, 0)')).toBe(
      'EPERM',
    );
    expect(await inside('attempt(lambda: os.mknod("/work/d", 0o60600, 0x800))')).toBe('EPERM');
  });

  it.each([
    ['ptrace', 101, 117],
    ['keyctl', 250, 219],
    ['add_key', 248, 217],
    ['bpf', 321, 280],
    ['io_uring_setup', 425, 425],
    ['userfaultfd', 323, 282],
    ['perf_event_open', 298, 241],
    ['mount', 165, 40],
    ['open_tree', 428, 428],
    ['fsopen', 430, 430],
    ['setns', 308, 268],
    ['memfd_create', 319, 279],
    ['shmget', 29, 194],
    ['process_vm_readv', 310, 270],
    ['open_by_handle_at', 304, 265],
    ['kexec_load', 246, 104],
    ['init_module', 175, 105],
  ])('is refused the system call %s', async (_, x64, arm64) => {
    expect(await inside(`syscall(${process.arch === 'x64' ? x64 : arm64}, 0, 0, 0, 0, 0)`)).toBe('EPERM');
  });

  it('has one share of the processor, behind the service, however many processes it starts', async () => {
    expect(await inside('attempt(os.setsid)')).toBe('EPERM');
    // Kernels without such groups of sessions have no such file.
    expect(
      await inside(`
import time
group = pathlib.Path("/proc/self/autogroup")
while group.exists() and not group.read_text().endswith(" nice 10\\n"):
    time.sleep(0.01)
True`),
    ).toBe(true);
  });

  it('gets no terminal, so it cannot type into one', async () => {
    expect(await inside('attempt(lambda: os.close(os.open("/dev/ptmx", os.O_RDWR)))')).toBeNull();
    expect(
      await inside(
        'import fcntl\nmaster = os.open("/dev/ptmx", os.O_RDWR)\n[attempt(lambda: fcntl.ioctl(master, it, b"    ")) for it in (0x5412, 0x40045431, 0x80045430)]',
      ),
    ).toEqual(['EPERM', 'EPERM', 'EPERM']);
  });

  it('keeps nobody from opening a file that both read', async () => {
    expect(
      await inside(`
import fcntl, glob
files = [os.open(p, os.O_RDONLY) for p in (*glob.glob("/packages/numpy/*.py")[:1], "/host/svc/__init__.py", sys.executable)]
[attempt(lambda: fcntl.fcntl(fd, fcntl.F_SETLEASE, kind)) for fd in files for kind in (fcntl.F_RDLCK, fcntl.F_WRLCK)]`),
    ).toEqual(Array(6).fill('EPERM'));
    expect(
      await inside('import fcntl\nattempt(lambda: fcntl.fcntl(os.open("/work", 0), fcntl.F_NOTIFY, fcntl.DN_CREATE))'),
    ).toBe('EPERM');
  });

  it('takes no memory that would stay when no mapping shows it', async () => {
    expect(await inside('import mmap\nattempt(lambda: mmap.mmap(-1, 4096))')).toBe('EPERM');
    expect(await inside('import mmap\nattempt(lambda: mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096))')).toBe(
      'ENODEV',
    );
  });

  it('takes no disk that the limit on file sizes would not see', async () => {
    expect(
      await inside(`
fallocate = 285 if os.uname().machine == "x86_64" else 47
fd = os.open("/work/x", os.O_RDWR | os.O_CREAT)
[syscall(fallocate, fd, mode, ctypes.c_long(0), ctypes.c_long(4096)) for mode in (0, 1, 3, 16)]`),
    ).toEqual(['done', 'ENOTSUP', 'done', 'ENOTSUP']);
  });

  it('is ended for calling through the table of another architecture', async () => {
    if (process.arch !== 'x64') return;
    // int 0x80: getpid in the 32-bit table.
    const outcome = await sandbox.runDerivation(
      fixture.request(`
import ctypes, mmap
from svc import derivation

@derivation()
def it(ctx):
    page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex("b814000000cd80c3"))
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
`),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'killed' });
  });

  it('learns nothing of the service: its own name, its own clock zone', async () => {
    expect(await inside('[os.uname().nodename, __import__("time").tzname[0]]')).toEqual(['sandbox', 'UTC']);
    expect(readFileSync('/proc/sys/kernel/hostname', 'utf8').trim()).not.toBe('sandbox');
  });
});
