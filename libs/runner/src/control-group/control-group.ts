import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Controller, ControlGroupFolder } from './control-group-folder';

/** Limits that apply to all processes of a control group together. */
export interface ControlGroupLimits {
  /** Memory, including in-memory files, kernel memory and the page cache, which the kernel can reclaim. */
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Behind the service when the processor is short, however many processes there are. */
  readonly background: boolean;
}

/** One of the folders that make up a group: under version 1 there is one for each hierarchy. */
export interface GroupPart extends ControlGroupFolder {
  readonly controllers: readonly Controller[];
}

const REMOVE_EVERY_MS = 10;
const REMOVE_TRIES = 500;
/** The kernel takes memory by many pages at a time, so that the last of them may fit or not. */
const NEARLY = 0.9;

/** Joins every group before `--`, then executes the command after it; nothing is started outside a group. */
const ENTER = 'while [ "$1" != -- ]; do echo 0 >"$1/cgroup.procs" || exit 125; shift; done; shift; exec "$@"';

/** Limits that the kernel enforces for a process and everything that it starts. */
export class ControlGroup {
  constructor(private readonly parts: readonly GroupPart[]) {}

  /** Makes the group. Throws, and leaves nothing, when the kernel or its permissions do not let us. */
  static make(parts: readonly GroupPart[], limits: ControlGroupLimits): ControlGroup {
    const made = new ControlGroup(parts);
    try {
      for (const part of parts) {
        mkdirSync(part.folder);
        for (const [file, value] of settings(part, limits)) set(part, file, value);
      }
    } catch (error) {
      made.removeNow();
      throw error;
    }
    return made;
  }

  /** The command line that starts within the group, or fails. */
  enter(command: readonly string[]): readonly string[] {
    return ['sh', '-c', ENTER, 'sh', ...this.parts.map(({ folder }) => folder), '--', ...command];
  }

  /** The limit at which the kernel killed or refused something; null if none was reached. */
  breach(): 'memory' | 'processes' | null {
    for (const part of this.parts) {
      if (part.controllers.includes('memory') && ranOutOfMemory(part)) return 'memory';
      if (part.controllers.includes('pids') && count(part, 'pids.events', 'max') > 0) return 'processes';
    }
    return null;
  }

  /**
   * Kills the remaining processes of the group and removes it. If that fails, the next service that starts removes it.
   */
  async remove(): Promise<void> {
    for (let tries = 0; !this.removeNow() && tries < REMOVE_TRIES; tries += 1) {
      this.kill();
      await delay(REMOVE_EVERY_MS);
    }
  }

  /** Removes the group if nothing runs in it; true if it is removed. */
  removeNow(): boolean {
    for (const { folder } of this.parts) {
      try {
        rmdirSync(folder);
      } catch {
        // Busy, or gone already.
      }
    }
    return !this.parts.some(({ folder }) => existsSync(folder));
  }

  kill(): void {
    for (const part of this.parts) {
      for (const pid of content(part, 'cgroup.procs').split('\n').map(Number).filter(Boolean)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
    }
  }
}

function settings(part: GroupPart, limits: ControlGroupLimits): readonly (readonly [file: string, value: string])[] {
  const { version, controllers } = part;
  const memory = String(limits.memoryBytes);
  const all: (readonly [string, string])[] = [];
  if (controllers.includes('memory') && version === 1) {
    all.push(['memory.limit_in_bytes', memory], ...ifKnown(part, 'memory.memsw.limit_in_bytes', memory));
  } else if (controllers.includes('memory')) {
    all.push(['memory.max', memory], ...ifKnown(part, 'memory.swap.max', '0'), ['memory.oom.group', '1']);
  }
  if (controllers.includes('pids')) all.push(['pids.max', String(limits.processes)]);
  // A quarter of what an ordinary group gets: about two threads at `nice -n 10`.
  if (controllers.includes('cpu') && limits.background)
    all.push(version === 1 ? ['cpu.shares', '256'] : ['cpu.weight', '25']);
  return all;
}

/** Does not create the file: a folder that is not a control group has none. */
function set({ folder }: GroupPart, file: string, value: string): void {
  writeFileSync(path.join(folder, file), value, { flag: 'r+' });
}

/** A kernel that does not count swap has no file for it. */
function ifKnown({ folder }: GroupPart, file: string, value: string): (readonly [string, string])[] {
  return existsSync(path.join(folder, file)) ? [[file, value]] : [];
}

/** Killed because the group was at its limit, not because the machine was: that is counted as a kill too. */
function ranOutOfMemory(part: GroupPart): boolean {
  if (part.version === 2)
    return count(part, 'memory.events', 'oom') > 0 && count(part, 'memory.events', 'oom_kill') > 0;
  if (count(part, 'memory.oom_control', 'oom_kill') === 0) return false;
  // Not by `failcnt`, which recent kernels leave at 0.
  const most = Math.max(...['memory', 'memory.memsw'].map((it) => Number(content(part, `${it}.max_usage_in_bytes`))));
  return most >= NEARLY * Number(content(part, 'memory.limit_in_bytes'));
}

function count(part: GroupPart, file: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(content(part, file))?.[1] ?? 0);
}

function content({ folder }: GroupPart, file: string): string {
  try {
    return readFileSync(path.join(folder, file), 'latin1');
  } catch {
    return '';
  }
}
