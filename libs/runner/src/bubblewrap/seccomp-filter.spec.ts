import { type SeccompArchitecture, seccompFilter } from './seccomp-filter';

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly arguments?: readonly number[];
}

/** What the kernel would return for a call: classic BPF over `struct seccomp_data`, as seccomp(2) describes it. */
function evaluate(program: Buffer, call: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.architecture, 4);
  call.arguments?.forEach((value, i) => data.writeBigUInt64LE(BigInt(value), 16 + 8 * i));
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const value = program.readUInt32LE(at * 8 + 4);
    const jump = (holds: boolean): void => void (at += program.readUInt8(at * 8 + (holds ? 2 : 3)));
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x45) jump((accumulator & value) !== 0);
    else if (code === 0x54) accumulator &= value;
    else if (code === 0x06) return value;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program has no end');
}

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const EOPNOTSUPP = 0x0005005f;
const KILL = 0x80000000;
const AUDIT: Record<SeccompArchitecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

describe.each(['x64', 'arm64'] as const)('the system-call filter for %s', (architecture) => {
  const program = seccompFilter(architecture);
  const pick = (x64: number, arm64: number): number => (architecture === 'x64' ? x64 : arm64);
  const call = (number: number, ...rest: number[]): number =>
    evaluate(program, { architecture: AUDIT[architecture], number, arguments: rest });

  it.each([
    ['read', 0, 63],
    ['write', 1, 64],
    ['openat', 257, 56],
    ['futex', 202, 98],
    ['socketpair', 53, 199],
    ['execve', 59, 221],
    ['prlimit64', 302, 261],
    ['exit_group', 231, 94],
    ['getrandom', 318, 278],
    ['sched_getaffinity', 204, 123],
  ])('allows %s', (_, x64, arm64) => expect(call(pick(x64, arm64))).toBe(ALLOW));

  it.each([
    ['ptrace', 101, 117],
    ['socket', 41, 198],
    ['mount', 165, 40],
    ['bpf', 321, 280],
    ['keyctl', 250, 219],
    ['memfd_create', 319, 279],
    ['unshare', 272, 97],
    ['io_uring_setup', 425, 425],
    ['setdomainname', 171, 162],
    ['connect', 42, 203],
    ['sendmsg', 46, 211],
    ['fchmod', 91, 52],
    ['fchown', 93, 55],
    ['setxattr', 188, 5],
    ['fsetxattr', 190, 7],
    ['sync', 162, 81],
    ['setsid', 112, 157],
    ['vmsplice', 278, 75],
    ['a call of a kernel to come', 999, 999],
  ])('denies %s', (_, x64, arm64) => expect(call(pick(x64, arm64))).toBe(EPERM));

  it('lets clone make threads and processes, but no namespaces', () => {
    const clone = pick(56, 220);
    expect(call(clone, 0x3d0f00)).toBe(ALLOW);
    expect(call(clone, 17)).toBe(ALLOW);
    for (const flag of [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000])
      expect(call(clone, flag | 17)).toBe(EPERM);
  });

  it('lets threads have no descriptors that their process does not show', () => {
    const [clone, prctl] = [pick(56, 220), pick(157, 167)];
    const [vm, fs, files, sighand, thread] = [0x100, 0x200, 0x400, 0x800, 0x10000];
    expect(call(clone, vm | fs | files | sighand | thread)).toBe(ALLOW);
    expect(call(clone, vm | fs | sighand | thread)).toBe(EPERM);
    expect([0, 2, 4, 6].map((flags) => call(436, 3, 9, flags))).toEqual([ALLOW, EPERM, ALLOW, EPERM]);
    expect([call(prctl, 15), call(prctl, 4, 0)]).toEqual([ALLOW, EPERM]);
  });

  it('lets files be locked, but not leased, and folders not be watched', () => {
    const fcntl = pick(72, 25);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 1030].map((command) => call(fcntl, 3, command))).toEqual(Array(9).fill(ALLOW));
    const [setLease, getLease, notify, pipeSize, lockOpenFile] = [1024, 1025, 1026, 1031, 37];
    for (const command of [setLease, getLease, notify, pipeSize, lockOpenFile, 8, 10, 1033, 1036])
      expect(call(fcntl, 3, command)).toBe(EPERM);
  });

  it('hides clone3, whose flags it cannot read', () => expect(call(435)).toBe(ENOSYS));

  it('knows a few ioctls and no other, whatever the upper half of the argument holds', () => {
    const ioctl = pick(16, 29);
    expect(call(ioctl, 0, 0x5412)).toBe(EPERM);
    expect(call(ioctl, 0, 0x5412 + 2 ** 32)).toBe(EPERM);
    expect(call(ioctl, 0, 0x541c)).toBe(EPERM);
    expect(call(ioctl, 0, 0x5401)).toBe(ALLOW);
    expect(call(pick(1, 64), 0, 0x5412)).toBe(ALLOW);
  });

  it('maps anything but memory that is shared and has no name', () => {
    const mmap = pick(9, 222);
    const [shared, unnamed, ownCopy] = [1, 0x20, 2];
    expect(call(mmap, 0, 4096, 3, ownCopy | unnamed)).toBe(ALLOW);
    expect(call(mmap, 0, 4096, 3, shared)).toBe(ALLOW);
    expect(call(mmap, 0, 4096, 3, shared | unnamed)).toBe(EPERM);
    expect(call(mmap, 0, 4096, 3, 3 | unnamed | 0x4000)).toBe(EPERM);
  });

  it('allocates disk only where the limit on file sizes sees it', () => {
    const fallocate = pick(285, 47);
    expect([0, 1, 2, 3, 0x10].map((mode) => call(fallocate, 3, mode))).toEqual([
      ALLOW,
      EOPNOTSUPP,
      EOPNOTSUPP,
      ALLOW,
      EOPNOTSUPP,
    ]);
  });

  it('kills calls through the table of another architecture', () => {
    expect(evaluate(program, { architecture: 0x40000003, number: 20 })).toBe(KILL);
    expect(evaluate(program, { architecture: AUDIT[architecture === 'x64' ? 'arm64' : 'x64'], number: 63 })).toBe(KILL);
    if (architecture === 'x64') expect(call(0x40000000 + 1)).toBe(KILL);
  });
});
