/** Processor architectures the filter is written for, as Node names them. */
export type SeccompArchitecture = 'x64' | 'arm64';

/**
 * System calls that fail with EPERM, as [x86-64, arm64] numbers; null where an architecture has none. What a data
 * library needs is left; what reaches other processes, kernel keys, mounts, devices, raw kernel interfaces or memory
 * that no limit counts is not. Namespaces are also closed by bubblewrap's `--disable-userns`: this is the second lock.
 */
const DENIED: Readonly<Record<string, readonly [number | null, number | null]>> = {
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  // Keys, tracing, asynchronous and raw kernel interfaces.
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  fanotify_init: [300, 262],
  syslog: [103, 116],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // Mounts, roots, namespaces, handles that reach around them.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // Sockets of every family. `socketpair`, which has no address, stays.
  socket: [41, 198],
  // Memory that outlives its mapping, where the measure of the tree would not see it.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  // The machine: modules, kernels, clocks, names, ports.
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  clock_settime: [227, 112],
  settimeofday: [164, 170],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
};

const ARCHITECTURES = {
  x64: { column: 0, audit: 0xc000003e, ioctl: 16, clone: 56, clone3: 435, compatBit: 0x40000000 },
  arm64: { column: 1, audit: 0xc00000b7, ioctl: 29, clone: 220, clone3: 435, compatBit: null },
} as const;

/** Terminal input injection, through which a child could type into the terminal that started the service. */
const DENIED_IOCTLS = [0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */];
const NEW_NAMESPACE_FLAGS = 0x7e020000;

const EPERM = 1;
const ENOSYS = 38;
const RETURN = { allow: 0x7fff0000, eperm: 0x00050000 | EPERM, enosys: 0x00050000 | ENOSYS, kill: 0x80000000 } as const;
type Verdict = keyof typeof RETURN;

/** Offsets in `struct seccomp_data`: number, architecture, low words of the first two arguments. */
const FIELD = { number: 0, architecture: 4, argument0: 16, argument1: 24 } as const;
const CODE = { load: 0x20, jumpEqual: 0x15, jumpAtLeast: 0x35, jumpAnyBit: 0x45, return: 0x06 } as const;

type Step =
  | { readonly load: number }
  | { readonly jump: number; readonly value: number; readonly then: Verdict }
  | { readonly jump: number; readonly value: number; readonly unlessSkip: number }
  | { readonly give: Verdict };

/**
 * The filter as compiled classic BPF, in the form `bwrap --seccomp` reads: 8-byte instructions, little-endian.
 * A call through another architecture's table kills the process, so that no number is read by the wrong table.
 */
export function seccompFilter(architecture: SeccompArchitecture): Buffer {
  const { column, audit, ioctl, clone, clone3, compatBit } = ARCHITECTURES[architecture];
  const numbers = Object.values(DENIED)
    .map((pair) => pair[column])
    .filter((number) => number !== null);
  const steps: Step[] = [
    { load: FIELD.architecture },
    { jump: CODE.jumpEqual, value: audit, unlessSkip: -1 },
    { load: FIELD.number },
    ...(compatBit === null ? [] : [{ jump: CODE.jumpAtLeast, value: compatBit, then: 'kill' as const }]),
    ...numbers.map((value) => ({ jump: CODE.jumpEqual, value, then: 'eperm' as const })),
    // The flags of clone3 lie behind a pointer; without it the C library uses clone, whose flags can be read.
    { jump: CODE.jumpEqual, value: clone3, then: 'enosys' },
    { jump: CODE.jumpEqual, value: clone, unlessSkip: 3 },
    { load: FIELD.argument0 },
    { jump: CODE.jumpAnyBit, value: NEW_NAMESPACE_FLAGS, then: 'eperm' },
    { give: 'allow' },
    { jump: CODE.jumpEqual, value: ioctl, unlessSkip: 1 + DENIED_IOCTLS.length },
    { load: FIELD.argument1 },
    ...DENIED_IOCTLS.map((value) => ({ jump: CODE.jumpEqual, value, then: 'eperm' as const })),
    { give: 'allow' },
  ];
  return assemble(steps);
}

/** Verdicts stand at the end of the program, in this order, so that every jump goes forward as BPF demands. */
const VERDICTS: readonly Verdict[] = ['allow', 'eperm', 'enosys', 'kill'];

function assemble(steps: readonly Step[]): Buffer {
  const program = Buffer.alloc((steps.length + VERDICTS.length) * 8);
  const distance = (from: number, verdict: Verdict): number => steps.length + VERDICTS.indexOf(verdict) - from - 1;
  steps.forEach((step, i) => {
    if ('load' in step) write(program, i, CODE.load, 0, 0, step.load);
    else if ('give' in step) write(program, i, CODE.return, 0, 0, RETURN[step.give]);
    else if ('then' in step) write(program, i, step.jump, distance(i, step.then), 0, step.value);
    else write(program, i, step.jump, 0, step.unlessSkip < 0 ? distance(i, 'kill') : step.unlessSkip, step.value);
  });
  VERDICTS.forEach((verdict, i) => write(program, steps.length + i, CODE.return, 0, 0, RETURN[verdict]));
  return program;
}

function write(program: Buffer, index: number, code: number, whenTrue: number, whenFalse: number, value: number): void {
  const at = program.writeUInt16LE(code, index * 8);
  program.writeUInt8(whenTrue, at);
  program.writeUInt8(whenFalse, at + 1);
  program.writeUInt32LE(value >>> 0, at + 2);
}
