import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ControlGroup, type ControlGroupLimits, type GroupPart } from './control-group';
import { type Controller, type ControlGroupFolder, ownGroup } from './control-group-folder';
import { SYSTEM_PATH } from '../bubblewrap/find-bubblewrap';
import { hasEnded, currentProcess } from './process-id';

/** The mechanism that limits the processes of sandboxes on this machine. */
export interface Enforcement {
  /** Null if the service may not create groups: then only polling of `/proc` limits sandboxes. */
  readonly groups: ControlGroups | null;
  /** One sentence for the log of the service and its operator. */
  readonly description: string;
}

/** Where the kernel says which control groups this process is in. */
export interface Hierarchies {
  readonly procCgroup: string;
  readonly mountinfo: string;
}

const MiB = 1024 * 1024;
const TRIAL: ControlGroupLimits = { memoryBytes: 64 * MiB, processes: 16, background: true };

/** Makes control groups below the service's own, each named for the process that made it. */
export class ControlGroups {
  private constructor(private readonly parents: readonly GroupPart[]) {}

  /** Proves that groups can be made below these, and removes what services that have ended left there. */
  static below(parents: readonly GroupPart[]): ControlGroups {
    const groups = new ControlGroups(parents);
    for (const part of parents) {
      handOn(part);
      sweep(part);
    }
    const trial = groups.make(TRIAL);
    try {
      const [program = '', ...args] = trial.enter(['true']);
      const { status, stderr, error } = spawnSync(program, args, { env: { PATH: SYSTEM_PATH }, encoding: 'utf8' });
      if (status !== 0) throw error ?? new Error(stderr.trim());
    } finally {
      trial.removeNow();
    }
    return groups;
  }

  /** A group with these limits. Throws when it cannot be made. */
  make(limits: ControlGroupLimits): ControlGroup {
    const name = `${ownPrefix()}${randomUUID()}`;
    return ControlGroup.make(
      this.parents.map((part) => ({ ...part, folder: path.join(part.folder, name) })),
      limits,
    );
  }
}

/** Finds out, once at the start of a service, whether sandboxes can be limited by control groups. */
export function openControlGroups(hierarchies = ofThisProcess()): Enforcement {
  let reason: string | null = null;
  for (const parents of candidates(hierarchies)) {
    try {
      const groups = ControlGroups.below(parents);
      const versions = [...new Set(parents.map(({ version }) => `v${version}`))].join(' and ');
      const cpu = parents.some(({ controllers }) => controllers.includes('cpu')) ? ', processors' : '';
      return {
        groups,
        description: `Sandboxes are limited by cgroup ${versions} (memory, processes${cpu}); derivations are polled in /proc too.`,
      };
    } catch (error) {
      reason ??= error instanceof Error ? error.message : String(error);
    }
  }
  reason ??= 'no hierarchy with memory and processes is mounted';
  return {
    groups: null,
    description: `No cgroup limits sandboxes (${reason}): derivations are limited by the poll of /proc, other processes by prlimit.`,
  };
}

function ofThisProcess(): Hierarchies {
  return {
    procCgroup: readFileSync('/proc/self/cgroup', 'utf8'),
    mountinfo: readFileSync('/proc/self/mountinfo', 'utf8'),
  };
}

/** Parents to try, best first: with and without the `cpu` controller, which may be missing. */
function* candidates({ procCgroup, mountinfo }: Hierarchies): Generator<readonly GroupPart[]> {
  const own = (controller: Controller): ControlGroupFolder | null => ownGroup(controller, procCgroup, mountinfo);
  const [memory, pids, cpu] = [own('memory'), own('pids'), own('cpu')];
  if (memory === null || pids === null) return;
  const needed = [
    { ...memory, controller: 'memory' as const },
    { ...pids, controller: 'pids' as const },
  ];
  const wanted = cpu === null ? [] : [{ ...cpu, controller: 'cpu' as const }];
  for (const chosen of [[...needed, ...wanted], needed]) {
    const parts = byFolder(chosen);
    yield parts;
    const delegated = parts.map(delegatedParent);
    if (delegated.some((part, i) => part !== parts[i])) yield delegated;
  }
}

function byFolder(chosen: readonly (ControlGroupFolder & { controller: Controller })[]): readonly GroupPart[] {
  const folders = new Map<string, GroupPart>();
  for (const { version, folder, controller } of chosen)
    folders.set(folder, { version, folder, controllers: [...(folders.get(folder)?.controllers ?? []), controller] });
  return [...folders.values()];
}

/**
 * Version 2 lets a group either hold processes or limit its children. A service that systemd starts with `Delegate=yes` and
 * `DelegateSubgroup=` is in a child of the group that is its own to divide, so its sandboxes become its siblings. The parent
 * of a unit is systemd's.
 */
function delegatedParent(part: GroupPart): GroupPart {
  const parent = path.dirname(part.folder);
  if (part.version === 1 || /\.(service|scope|slice)$/.test(part.folder) || !isEmptyGroup(parent)) return part;
  return { ...part, folder: parent };
}

function isEmptyGroup(folder: string): boolean {
  try {
    return readFileSync(path.join(folder, 'cgroup.procs'), 'latin1') === '';
  } catch {
    return false;
  }
}

/** Under version 2 a group's children have only the controllers that it delegates. */
function handOn({ version, folder, controllers }: GroupPart): void {
  if (version === 1) return;
  const file = path.join(folder, 'cgroup.subtree_control');
  const handedOn = readFileSync(file, 'latin1').trim().split(' ');
  const missing = controllers.filter((it) => !handedOn.includes(it));
  if (missing.length === 0) return;
  try {
    writeFileSync(file, missing.map((it) => `+${it}`).join(' '), { flag: 'r+' });
  } catch (cause) {
    throw new Error(`${folder} cannot limit groups below it (under systemd: Delegate=yes and DelegateSubgroup=)`, {
      cause,
    });
  }
}

/** `svc-<process namespace>-<process>-<its start>-`: who made a group, as far as others can tell whether it lives. */
function ownPrefix(): string {
  const { pid, startedAt } = currentProcess();
  return `svc-${processNamespace()}-${pid}-${startedAt}-`;
}

function processNamespace(): string {
  return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
}

/** Removes the groups of services that have ended. Those of another process namespace stay: nobody here can tell. */
function sweep(parent: GroupPart): void {
  for (const name of readdirSync(parent.folder)) {
    const [, namespace, pid, startedAt] = /^svc-(\d+)-(\d+)-(\d+)-[\da-f-]+$/.exec(name) ?? [];
    if (pid === undefined || startedAt === undefined || namespace !== processNamespace()) continue;
    if (!hasEnded({ pid: Number(pid), startedAt })) continue;
    void new ControlGroup([{ ...parent, folder: path.join(parent.folder, name) }]).remove();
  }
}
