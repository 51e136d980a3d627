import { readdirSync, readFileSync } from 'node:fs';

/** What a sandboxed tree uses at one moment. */
export interface TreeUsage {
  /** Private and shared memory in use; files that are merely mapped do not count, the kernel can take them back. */
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/**
 * The processes of one sandbox as the host sees them. They live in a process namespace of their own, whose first
 * process is bubblewrap's; the namespace's own `/proc`, reached through that process, lists them and nothing else.
 */
export class ProcessTree {
  private constructor(
    /** First process below the one we started: when it is gone, the kernel has ended everything below. */
    private readonly top: ProcessId,
    private readonly inside: string,
  ) {}

  /** Finds the tree below a started sandbox. Throws when this host does not let us measure it. */
  static below(started: number): ProcessTree {
    const chain = [started];
    for (let next = onlyChild(started); next !== null && isBubblewrap(next); next = onlyChild(next)) chain.push(next);
    const [, top] = chain;
    const init = chain.at(-1);
    if (top === undefined || init === undefined) throw new Error(`no sandbox below process ${started}`);
    const tree = new ProcessTree(identify(top), `/proc/${init}/root/proc`);
    if (tree.usage().tasks === 0) throw new Error(`the processes of the sandbox below ${started} cannot be seen`);
    return tree;
  }

  usage(): TreeUsage {
    let memoryBytes = 0;
    let tasks = 0;
    for (const status of this.read('status')) {
      memoryBytes += 1024 * (number(status, 'RssAnon') + number(status, 'RssShmem'));
      tasks += number(status, 'Threads');
    }
    return { memoryBytes, tasks };
  }

  /** Memory with what forked processes still share counted once. Slower than {@link usage}, which counts it for each. */
  sharedOnceBytes(): number {
    let bytes = 0;
    for (const rollup of this.read('smaps_rollup')) bytes += 1024 * (number(rollup, 'Pss_Anon') + number(rollup, 'Pss_Shmem'));
    return bytes;
  }

  /** Whether every process of the tree has ended. */
  isGone(): boolean {
    try {
      return identify(this.top.pid).startedAt !== this.top.startedAt || readStat(this.top.pid).state === 'Z';
    } catch {
      return true;
    }
  }

  private *read(file: string): Generator<string> {
    let entries: string[];
    try {
      entries = readdirSync(this.inside);
    } catch {
      return;
    }
    for (const entry of entries) {
      if (!/^\d+$/.test(entry)) continue;
      try {
        yield readFileSync(`${this.inside}/${entry}/${file}`, 'latin1');
      } catch {
        // The process ended between the listing and the reading.
      }
    }
  }
}

/** A process number means the same process only together with its start. */
interface ProcessId {
  readonly pid: number;
  readonly startedAt: string;
}

function identify(pid: number): ProcessId {
  return { pid, startedAt: readStat(pid).startedAt };
}

function readStat(pid: number): { state: string; startedAt: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name, in parentheses, may hold anything, so fields are counted after its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? 'Z', startedAt: fields[19] ?? '' };
}

function onlyChild(pid: number): number | null {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
  return child ? Number(child) : null;
}

function isBubblewrap(pid: number): boolean {
  return readFileSync(`/proc/${pid}/comm`, 'latin1').trim() === 'bwrap';
}

function number(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
