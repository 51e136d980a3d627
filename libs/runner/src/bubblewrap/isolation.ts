/** Error messages of a sandbox that did not start, and the remedy. The first match counts. */
const NEXT_STEPS: readonly (readonly [RegExp, string])[] = [
  [/cgroup\.procs/, 'The control group of this service has changed since it started: start the service again.'],
  [
    /spawn nice ENOENT|nice: .prlimit.|exec: nice: not found|execute (prlimit|setpriv|choom|unshare)/i,
    'Install util-linux: apt-get install util-linux.',
  ],
  [/failed to execute \S*bwrap/i, 'Install bubblewrap 0.8 or later: apt-get install bubblewrap.'],
  [
    /No module named|PermissionError|source path .*Permission denied|failed to execute \S*python/i,
    'The folders of Python, of its packages and of python/ must be readable for every user (chmod -R o+rX): as root, runs use the user nobody.',
  ],
  [/Unknown option/i, 'bubblewrap 0.8 or later is needed; this one is older.'],
  [
    /mount proc|mount \/proc|max_user_namespaces/i,
    'Parts of /proc are covered, as container engines do, so no sandbox gets a /proc of its own. Uncover them: in Docker ' +
      '`--security-opt systempaths=unconfined`, in Kubernetes `procMount: Unmasked` and `hostUsers: false` (docs/containers.md).',
  ],
  [
    /namespace|uid map|gid map|Operation not permitted|Permission denied|No space left/i,
    'Ordinary users cannot create user namespaces here. In a container, use the seccomp profile of svc: in Docker ' +
      '`--security-opt seccomp=deploy/seccomp.json`, in Kubernetes `seccompProfile: {type: Localhost}` (docs/containers.md). On the host, allow them: ' +
      '`sysctl user.max_user_namespaces` must not be 0, `kernel.unprivileged_userns_clone` (Debian) must be 1, and ' +
      '`kernel.apparmor_restrict_unprivileged_userns` (Ubuntu) must be 0 or bwrap have an AppArmor profile.',
  ],
];

/** A sentence on why runs cannot be isolated here, and the next step. Nothing is run without isolation. */
export function isolationMessage(detail: string): string {
  return `Derivations cannot be isolated on this machine, so none is run. ${missingStep(detail)}`;
}

/** What would give the sandbox what it lacks, and in brackets what it said. */
export function missingStep(detail: string): string {
  const step =
    NEXT_STEPS.find(([pattern]) => pattern.test(detail))?.[1] ?? 'Run `svc doctor` for what this machine lacks.';
  const said = detail.trim().split('\n').slice(-3).join(' ') || 'the sandbox ended before it was ready';
  return `${step} (${said})`;
}
