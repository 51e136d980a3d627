import { ALLOWED, UNKNOWN } from './bubblewrap/system-calls';

const NEW_USER_NAMESPACE = 0x10000000;
const ANY_NEW_NAMESPACE = 0x7e020000;
const ENOSYS = 38;

/** What a service asks of the kernel beyond what it lets its sandboxes ask: sockets, devices' settings, owners, users. */
const SERVICE = `
  accept accept4 bind connect listen recvmmsg sendmmsg sendmsg socket
  capset chown chroot close_range fallocate fchmod fchown fchownat fcntl inotify_add_watch inotify_init1 inotify_rm_watch ioctl ioprio_get
  ioprio_set lchown memfd_create mknod mknodat mlock mlock2 mmap munlock prctl sched_setattr sched_setparam sched_setscheduler
  seccomp setfsgid setfsuid setgid setgroups setregid setresgid setresuid setreuid setsid setuid splice sync sync_file_range
  syncfs tee vmsplice`;

/** What bubblewrap builds its walls with. Without capabilities the kernel allows it only within a new user namespace. */
const WALLS = 'mount pivot_root sethostname umount2';

interface Rule {
  readonly names: readonly string[];
  readonly action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO';
  readonly errnoRet?: number;
  readonly args?: readonly {
    readonly index: number;
    readonly op: 'SCMP_CMP_MASKED_EQ';
    readonly value: number;
    readonly valueTwo: number;
  }[];
}

/**
 * The seccomp profile of a container whose service builds sandboxes: for Docker's `--security-opt seccomp=` and for
 * `localhostProfile` of a pod. A closed list like that of the sandboxes. Engines' own profiles forbid unprivileged user
 * namespaces, of which the walls are made; this one allows new namespaces together with a new user namespace only.
 */
export function containerSeccompProfile(): object {
  const rules: Rule[] = [
    { names: sorted([...Object.keys(ALLOWED), ...words(SERVICE), ...words(WALLS)]), action: 'SCMP_ACT_ALLOW' },
    { names: sorted(Object.keys(UNKNOWN)), action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
    // Processes and threads; and namespaces whose owner is the new user namespace.
    allowedWith('clone', ANY_NEW_NAMESPACE, 0),
    allowedWith('clone', NEW_USER_NAMESPACE, NEW_USER_NAMESPACE),
    allowedWith('unshare', NEW_USER_NAMESPACE, NEW_USER_NAMESPACE),
  ];
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    architectures: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'],
    syscalls: rules,
  };
}

function allowedWith(call: string, mask: number, flags: number): Rule {
  return {
    names: [call],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: mask, valueTwo: flags }],
  };
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort();
}
