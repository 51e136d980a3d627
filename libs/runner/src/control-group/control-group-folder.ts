import path from 'node:path';

/** What a control group limits. */
export type Controller = 'memory' | 'pids' | 'cpu';

/** A control group as a folder. */
export interface ControlGroupFolder {
  readonly version: 1 | 2;
  readonly folder: string;
}

interface Mounted {
  readonly root: string;
  readonly mountPoint: string;
  readonly type: string;
  readonly options: readonly string[];
}

/**
 * Where a process's own control group for a controller lies: in the hierarchy of version 1 that has the controller, else
 * in that of version 2. Null when neither is mounted where the process could see its own group. See cgroups(7).
 */
export function ownGroup(controller: Controller, procCgroup: string, mountinfo: string): ControlGroupFolder | null {
  const memberships = procCgroup.split('\n').flatMap(membership);
  const first = memberships.find((it) => it.controllers.includes(controller));
  const version = first === undefined ? 2 : 1;
  const group = first?.path ?? memberships.find((it) => it.hierarchy === '0')?.path;
  if (group === undefined) return null;
  const folders = mountinfo
    .split('\n')
    .flatMap(mounted)
    .filter((it) => (version === 2 ? it.type === 'cgroup2' : it.type === 'cgroup' && it.options.includes(controller)))
    .flatMap((it) => below(it, group));
  return folders[0] === undefined ? null : { version, folder: folders[0] };
}

/** `4:memory:/a/b`; the path may hold colons. */
function membership(line: string): { hierarchy: string; controllers: readonly string[]; path: string }[] {
  const found = /^(\d+):([^:]*):(\/.*)$/.exec(line);
  const [, hierarchy, controllers, group] = found ?? [];
  if (hierarchy === undefined || controllers === undefined || group === undefined) return [];
  return [{ hierarchy, controllers: controllers.split(','), path: group }];
}

/** `35 31 0:32 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory`, see proc_pid_mountinfo(5). */
function mounted(line: string): Mounted[] {
  const [where = '', what = ''] = line.split(' - ');
  const [, , , root, mountPoint] = where.split(' ');
  const [type, , options] = what.split(' ');
  if (root === undefined || mountPoint === undefined || type === undefined || options === undefined) return [];
  return [{ root: unescaped(root), mountPoint: unescaped(mountPoint), type, options: options.split(',') }];
}

function below({ root, mountPoint }: Mounted, group: string): string[] {
  const rest = path.posix.relative(root, group);
  // A group outside of the mount, or of the control group namespace (`/../x`), cannot be reached through it.
  const outside = rest === '..' || rest.startsWith('../') || group.startsWith('/..');
  return outside ? [] : [path.posix.join(mountPoint, rest)];
}

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
}
