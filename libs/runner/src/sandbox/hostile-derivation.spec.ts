import { existsSync, readdirSync } from 'node:fs';
import type { FailureReason } from './run-outcome';
import { ANNOUNCE, SandboxFixture, survivors } from '../sandbox.fixture';

const fixture = new SandboxFixture();
const sandbox = fixture.sandbox();
afterAll(() => fixture.remove());

/** A file whose derivation `it` does this. */
function derivation(body: string): string {
  const lines = body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`);
  return `${ANNOUNCE}from svc import derivation\n\n@derivation()\ndef it(ctx):\n${lines.join('\n')}\n`;
}

const endings: readonly (readonly [what: string, body: string, reason: FailureReason, message: RegExp])[] = [
  ['raises', 'return {}["missing"]', 'raised', /^KeyError: 'missing'$/],
  ['calls sys.exit', 'import sys\nsys.exit(0)', 'raised', /^SystemExit: 0$/],
  ['recurses without end', 'it(ctx)', 'raised', /^RecursionError/],
  [
    'forks and forks',
    'while True:\n    try:\n        os.fork()\n    except OSError:\n        pass',
    'processes',
    /limit of 64 processes/,
  ],
  ['forks until it is refused', 'while True:\n    os.fork()', 'processes', /./],
  [
    'starts threads without end',
    'import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()',
    'processes',
    /./,
  ],
  [
    'fills memory',
    'kept = []\nwhile True:\n    kept.append(bytearray(4_000_000))',
    'memory',
    /memory limit of 256 MiB/,
  ],
  ['fills memory at one stroke', 'x = bytearray(100_000_000_000)', 'memory', /MemoryError/],
  [
    'fills memory by many children',
    'import time\nfor _ in range(10):\n    if os.fork() == 0:\n        kept = bytearray(60_000_000)\n        time.sleep(60)\ntime.sleep(60)',
    'memory',
    /memory limit/,
  ],
  ['fills memory that it shares', 'import mmap\nmmap.mmap(-1, 400_000_000)', 'raised', /PermissionError/],
  ['hides memory in an anonymous file', 'os.write(os.memfd_create("x"), b"x")', 'raised', /PermissionError/],
  [
    'fills the disk',
    'with open("/work/x", "wb") as f:\n    while True:\n        f.write(bytes(1_000_000))',
    'disk',
    /./,
  ],
  [
    'fills the disk with small files',
    'for i in range(1_000_000):\n    with open(f"/tmp/{i}", "wb") as f:\n        f.write(bytes(100_000))',
    'disk',
    /No space left/,
  ],
  [
    'makes empty files without end',
    'for i in range(10_000_000):\n    os.close(os.open(f"/work/{i}", os.O_CREAT))',
    'disk',
    /limit of 1000 files/,
  ],
  [
    'fills the buffers of sockets',
    'import socket, time\nfor _ in range(4):\n    if os.fork() == 0:\n        break\nkept = [socket.socketpair() for _ in range(200)]\ntime.sleep(60)',
    'memory',
    /memory limit/,
  ],
  [
    'fills the buffers of pipes',
    'import time\nkept = []\nwhile True:\n    if len(kept) == 400:\n        if os.fork() != 0:\n            break\n        while kept:\n            os.close(kept.pop())\n    kept += os.pipe()\ntime.sleep(60)',
    'memory',
    /memory limit/,
  ],
  [
    'takes the epoll watches of its user',
    'import select\nfds = [os.eventfd(0) for _ in range(200)]\nkept = []\nwhile True:\n    if len(kept) == 200:\n        os.fork(), kept.clear()\n    kept.append(select.epoll())\n    for fd in fds:\n        kept[-1].register(fd)',
    'memory',
    /limit of 10000 file locks and epoll watches/,
  ],
  [
    'fills the kernel with file locks',
    'import fcntl\nfd = os.open("/work/x", os.O_RDWR | os.O_CREAT)\nfor at in range(2**40, 0, -2):\n    fcntl.lockf(fd, fcntl.LOCK_EX, 1, at)',
    'memory',
    /limit of 10000 file locks and epoll watches/,
  ],
  [
    'fills the folder for shared memory',
    'with open("/dev/shm/x", "wb") as f:\n    while True:\n        f.write(bytes(1_000_000))',
    'disk',
    /./,
  ],
  [
    'returns more than a result may hold',
    'import pyarrow\nreturn pyarrow.table({"x": [os.urandom(1_000_000) for _ in range(20)]})',
    'disk',
    /more than 16 MiB/,
  ],
  [
    'opens files without end',
    'kept = []\nwhile True:\n    kept.append(open("/dev/null"))',
    'raised',
    /Too many open files/,
  ],
  ['ends itself quietly', 'os._exit(0)', 'killed', /ended with status 0 before it returned a result/],
  ['kills itself', 'os.kill(os.getpid(), 9)', 'killed', /by SIGKILL/],
  ['kills everything it can see', 'os.kill(-1, 9)', 'raised', /ProcessLookupError/],
  ['kills the first process', 'os.kill(1, 9)\nos.kill(os.getppid(), 9)', 'bad-output', /returned nothing/],
  ['crashes', 'import ctypes\nctypes.string_at(0)', 'killed', /by SIGSEGV/],
  ['closes every descriptor', 'os.closerange(0, 1000)\nreturn [{"x": 1}]', 'killed', /./],
  [
    'writes garbage to every descriptor',
    'for fd in range(3, 300):\n    try:\n        os.write(fd, b"garbage\\n")\n    except OSError:\n        pass\nreturn [{"x": 1}]',
    'bad-frame',
    /not JSON/,
  ],
  ['writes to its channel without end', 'while True:\n    os.write(100, b"x" * 1_000_000)', 'bad-frame', /longer than/],
  [
    'forges a frame of an unknown kind',
    'os.write(100, b\'{"type":"grant"}\\n\')\nreturn [{"x": 1}]',
    'bad-frame',
    /malformed at type/,
  ],
  [
    'forges a result with extra members',
    'os.write(100, b\'{"type":"result","output":{"kind":"table","rows":1,"path":"/etc/passwd"}}\\n\')',
    'bad-frame',
    /malformed/,
  ],
  [
    'forges a table it did not write',
    'os.write(100, b\'{"type":"result","output":{"kind":"table","rows":1}}\\n\')\nimport time\ntime.sleep(60)',
    'bad-output',
    /not a Parquet/,
  ],
  ['says it is ready again', 'os.write(100, b\'{"type":"ready"}\\n\')', 'bad-frame', /twice/],
  [
    'asks two questions at once',
    'os.write(100, b\'{"type":"sql_request","id":1,"sql":"select 1"}\\n\' * 2)\nimport time\ntime.sleep(60)',
    'bad-frame',
    /before the answer/,
  ],
];

describe('a hostile derivation is a clear failed run and leaves nothing behind', () => {
  it.each(endings)('when it %s', async (_, body, reason, message) => {
    const request = fixture.request(derivation(body));
    const outcome = await sandbox.runDerivation(request);
    expect(outcome).toMatchObject({ outcome: 'failed', reason });
    expect(outcome.outcome === 'failed' && outcome.message).toMatch(message);
    expect(survivors(outcome.stdout)).toEqual([]);
    expect(readdirSync(fixture.scratch)).toEqual([]);
    expect(existsSync(request.outputPath)).toBe(false);
  });

  it.each([
    ['loops', 'while True:\n    pass'],
    ['sleeps', 'import time\ntime.sleep(3600)'],
    [
      'ignores every signal it may',
      'import signal\nfor s in set(signal.Signals) - {9, 19}:\n    signal.signal(s, signal.SIG_IGN)\nwhile True:\n    pass',
    ],
    ['stops itself', 'os.kill(os.getpid(), 19)'],
    [
      'returns but leaves a thread that never ends',
      'import threading\nthreading.Thread(target=lambda: all(n == 0 for n in iter(int, 1))).start()\nwhile True:\n    pass',
    ],
  ])('when it %s', async (_, body) => {
    const { wallMs, outcome } = await begun((limits) =>
      sandbox.runDerivation(fixture.request(derivation(body), { limits })),
    );
    expect(outcome).toMatchObject({
      outcome: 'failed',
      reason: 'timeout',
      message: `It was stopped after its limit of ${wallMs / 1000} s.`,
    });
    expect(survivors(outcome.stdout)).toEqual([]);
  });

  it('when it loops while it is imported, also for a description', async () => {
    const files = { 'a.py': `${ANNOUNCE}import svc\nwhile True:\n    pass\n` };
    const { outcome } = await begun((limits) => sandbox.describeProject({ files, limits }));
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(survivors(outcome.stdout)).toEqual([]);
  });

  it('ends the daemons that a run starts, when the run itself succeeds', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(
        derivation(`
import time
if os.fork() == 0:
    os.setpgid(0, 0)
    if os.fork() == 0:
        os.closerange(0, 1000)
        while True:
            time.sleep(1)
    os._exit(0)
return [{"x": 1}]`),
      ),
    );
    expect(outcome).toMatchObject({ outcome: 'succeeded' });
    expect(survivors(outcome.stdout)).toEqual([]);
  });

  it('when it takes epoll watches and turns into a program that may hide its open files', async () => {
    // Whether the kernel shows them depends on who runs the service; either way it is stopped.
    const body = `
import select, shutil
fds = [os.eventfd(0, 0) for _ in range(200)]
kept = [select.epoll() for _ in range(60)]
for epoll in kept:
    os.set_inheritable(epoll.fileno(), True)
    for fd in fds:
        epoll.register(fd)
shutil.copy("/usr/bin/sleep", "/work/sleep")
os.chmod("/work/sleep", 0o111)
os.execv("/work/sleep", ["sleep", "1000"])`;
    const outcome = await sandbox.runDerivation(fixture.request(derivation(body)));
    expect(outcome).toMatchObject({
      reason: 'memory',
      message: expect.stringContaining('limit of 10000 file locks and epoll watches'),
    });
  });

  it('keeps the head and the tail of 1 GB of output, and the result', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(
        derivation('for _ in range(1024):\n    os.write(1, b"x" * 2**20)\nprint("the end")\nreturn [{"x": 1}]'),
      ),
    );
    expect(outcome).toMatchObject({ outcome: 'succeeded' });
    expect(outcome.stdout).toMatch(/^namespace pid:\S+\nx+\n… 10737\d+ bytes left out …\nx+the end\n$/);
    expect(outcome.stdout.length).toBeLessThan(4096 + 100);
  });

  it('is stopped in sending a result far beyond its limit', async () => {
    const body = 'import pyarrow\nreturn pyarrow.table({"x": [os.urandom(1_000_000) for _ in range(40)]})';
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation(body), { limits: { memoryBytes: 2 ** 30 } }),
    );
    expect(outcome).toMatchObject({
      outcome: 'failed',
      reason: 'disk',
      message: expect.stringContaining('more than 16 MiB'),
    });
  });

  it('prints as fast as it can, and is stopped in time', async () => {
    const { outcome } = await begun((limits) =>
      sandbox.runDerivation(fixture.request(derivation('while True:\n    os.write(1, b"x" * 2**20)'), { limits })),
    );
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'timeout' });
    expect(survivors(outcome.stdout)).toEqual([]);
  });

  it('lets a child that returns from the derivation say nothing', async () => {
    const outcome = await sandbox.runDerivation(
      fixture.request(derivation('child = os.fork() == 0\nif not child:\n    os.wait()\nreturn [{"child": child}]')),
    );
    expect(outcome).toMatchObject({ outcome: 'succeeded', stderr: '' });
  });
});

/** The first outcome of a run whose own code had begun when its time was over: on a busy machine that takes more time. */
async function begun<Outcome extends { readonly stdout: string }>(
  run: (limits: { readonly wallMs: number }) => Promise<Outcome>,
): Promise<{ readonly wallMs: number; readonly outcome: Outcome }> {
  for (let wallMs = 1000; ; wallMs *= 2) {
    const outcome = await run({ wallMs });
    if (outcome.stdout !== '' || wallMs > 60_000) return { wallMs, outcome };
  }
}
