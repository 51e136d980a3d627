import { ALLOWED, UNKNOWN } from './system-calls';

/** Processor architectures the filter is written for, as Node names them. */
export type SeccompArchitecture = 'x64' | 'arm64';

/** The architecture by Node's name for it; null when no filter is written for it. */
export function supportedArchitecture(architecture: string): SeccompArchitecture | null {
  return architecture === 'x64' || architecture === 'arm64' ? architecture : null;
}

const ARCHITECTURES = {
  x64: {
    column: 0,
    audit: 0xc000003e,
    compatBit: 0x40000000,
    special: { clone: 56, ioctl: 16, mmap: 9, fallocate: 285, fcntl: 72, prctl: 157, closeRange: 436 },
  },
  arm64: {
    column: 1,
    audit: 0xc00000b7,
    compatBit: null,
    special: { clone: 220, ioctl: 29, mmap: 222, fallocate: 47, fcntl: 25, prctl: 167, closeRange: 436 },
  },
} as const;

/** Sizes, flags and buffered bytes of descriptors: no terminal, no device, no file system has a say. */
const ALLOWED_IOCTLS = [
  0x5401 /* TCGETS, by which isatty asks */, 0x5413 /* TIOCGWINSZ */, 0x541b /* FIONREAD */, 0x5421 /* FIONBIO */,
  0x5450 /* FIONCLEX */, 0x5451 /* FIOCLEX */,
];
const NEW_NAMESPACE_FLAGS = 0x7e020000;
/** MAP_SHARED (or _VALIDATE) with MAP_ANONYMOUS: memory that stays when the mapping shows none of it any more. */
const SHARED_ANONYMOUS = 0x21;
/** Within the limit of file sizes, or giving room back; KEEP_SIZE alone takes disk that no limit counts. */
const ALLOWED_ALLOCATIONS = [0, 0x03 /* PUNCH_HOLE | KEEP_SIZE */];

/**
 * Copies and flags of descriptors, the size of a pipe, and locks of ranges. Not leases: whoever runs the service owns the
 * inputs and packages, and while an owner holds a lease, everybody else waits up to 45 s to open the file. Not locks of open
 * files (OFD), for which the kernel does not say whose they are. Nor notices of what happens in a folder.
 */
const ALLOWED_FCNTLS = [
  0 /* F_DUPFD */, 1 /* F_GETFD */, 2 /* F_SETFD */, 3 /* F_GETFL */, 4 /* F_SETFL */, 1030 /* F_DUPFD_CLOEXEC */,
  5 /* F_GETLK */, 6 /* F_SETLK */, 7 /* F_SETLKW */, 1032 /* F_GETPIPE_SZ */,
];
/** One table of descriptors for each process, which the service may read: see `KernelObjects`. */
const CLONE_FILES = 0x400;
const CLONE_THREAD = 0x10000;
const ALLOWED_CLOSE_RANGES = [0, 4 /* CLOSE_RANGE_CLOEXEC */];
const PR_SET_DUMPABLE = 4;

const EPERM = 1;
const ENOSYS = 38;
const EOPNOTSUPP = 95;
const ERRNO = 0x00050000;
const RETURN = {
  allow: 0x7fff0000,
  eperm: ERRNO | EPERM,
  enosys: ERRNO | ENOSYS,
  unsupported: ERRNO | EOPNOTSUPP,
  kill: 0x80000000,
} as const;
type Verdict = keyof typeof RETURN;

/** Offsets in `struct seccomp_data`: number, architecture, low words of arguments. */
const FIELD = { number: 0, architecture: 4, argument0: 16, argument1: 24, argument2: 32, argument3: 40 } as const;
const CODE = { load: 0x20, and: 0x54, jumpEqual: 0x15, jumpAtLeast: 0x35, jumpAnyBit: 0x45, return: 0x06 } as const;

interface Instruction {
  readonly code: number;
  readonly value: number;
  /** How many instructions are skipped when the comparison holds, and when it does not. */
  readonly skip?: readonly [whenTrue: number, whenFalse: number];
}
type Program = readonly Instruction[];

/**
 * The filter as compiled classic BPF, in the form `bwrap --seccomp` reads: 8-byte instructions, little-endian. It is a
 * list of what is allowed; the rest fails with EPERM. A call through another architecture's table kills the process, so
 * that no number is read by the wrong table.
 */
export function seccompFilter(architecture: SeccompArchitecture): Buffer {
  const { column, audit, compatBit, special } = ARCHITECTURES[architecture];
  const numbers = (calls: typeof ALLOWED): readonly number[] =>
    Object.values(calls)
      .map((pair) => pair[column])
      .filter((number) => number !== null);
  return assemble([
    load(FIELD.architecture),
    ...unless(CODE.jumpEqual, audit, give('kill')),
    load(FIELD.number),
    ...(compatBit === null ? [] : when(CODE.jumpAtLeast, compatBit, give('kill'))),
    ...equals(special.mmap, [
      load(FIELD.argument3),
      and(SHARED_ANONYMOUS),
      ...equals(SHARED_ANONYMOUS, give('eperm')),
      ...give('allow'),
    ]),
    ...numbers(ALLOWED).flatMap((number) => equals(number, give('allow'))),
    ...numbers(UNKNOWN).flatMap((number) => equals(number, give('enosys'))),
    // The flags of clone3 lie behind a pointer; without it the C library uses clone, whose flags can be read.
    ...equals(special.clone, [
      load(FIELD.argument0),
      ...when(CODE.jumpAnyBit, NEW_NAMESPACE_FLAGS, give('eperm')),
      and(CLONE_THREAD | CLONE_FILES),
      ...equals(CLONE_THREAD, give('eperm')),
      ...give('allow'),
    ]),
    ...equals(special.prctl, [load(FIELD.argument0), ...equals(PR_SET_DUMPABLE, give('eperm')), ...give('allow')]),
    ...equals(special.fcntl, oneOf(FIELD.argument1, ALLOWED_FCNTLS, 'eperm')),
    ...equals(special.closeRange, oneOf(FIELD.argument2, ALLOWED_CLOSE_RANGES, 'eperm')),
    ...equals(special.ioctl, oneOf(FIELD.argument1, ALLOWED_IOCTLS, 'eperm')),
    ...equals(special.fallocate, oneOf(FIELD.argument1, ALLOWED_ALLOCATIONS, 'unsupported')),
    ...give('eperm'),
  ]);
}

function oneOf(field: number, values: readonly number[], otherwise: Verdict): Program {
  return [load(field), ...values.flatMap((value) => equals(value, give('allow'))), ...give(otherwise)];
}

function equals(value: number, body: Program): Program {
  return when(CODE.jumpEqual, value, body);
}

/** `body` runs only when the comparison holds. It ends by giving a verdict, so that nothing falls out of it. */
function when(code: number, value: number, body: Program): Program {
  return [{ code, value, skip: [0, body.length] }, ...body];
}

function unless(code: number, value: number, body: Program): Program {
  return [{ code, value, skip: [body.length, 0] }, ...body];
}

function load(field: number): Instruction {
  return { code: CODE.load, value: field };
}

function and(mask: number): Instruction {
  return { code: CODE.and, value: mask };
}

function give(verdict: Verdict): Program {
  return [{ code: CODE.return, value: RETURN[verdict] }];
}

function assemble(program: Program): Buffer {
  const compiled = Buffer.alloc(program.length * 8);
  program.forEach(({ code, value, skip: [whenTrue, whenFalse] = [0, 0] }, i) => {
    const at = compiled.writeUInt16LE(code, i * 8);
    compiled.writeUInt8(whenTrue, at);
    compiled.writeUInt8(whenFalse, at + 1);
    compiled.writeUInt32LE(value >>> 0, at + 2);
  });
  return compiled;
}
