import { readdirSync, readFileSync, readlinkSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NICE } from '../bubblewrap/bubblewrap';
import { errorCode } from './error-code';
import { kernelObjects } from './kernel-objects';
import { hasEnded, identify, type ProcessId } from '../control-group/process-id';

/** Current resource usage of a sandboxed process tree. */
export interface TreeUsage {
  /**
   * Memory in use, also in swap, and what the kernel holds for it: page tables, and for each socket and pipe the most its
   * buffer takes. Files that are merely mapped do not count, the kernel can take them back.
   */
  readonly memoryBytes: number;
  /** Its part for pipes. */
  readonly pipeBytes: number;
  /** Processes and threads. */
  readonly tasks: number;
  /** Files and folders in the writable folders: empty ones take memory too. */
  readonly files: number;
  /** File locks and epoll watches. */
  readonly kernelObjects: number;
}

const SOCKET_BUFFER_BYTES = 208 * 1024;
/** bubblewrap's own process inside; nothing of the author's runs in it. */
const INIT = '1';
const WRITABLE = ['work', 'dev/shm'];

/**
 * The processes of one sandbox as the host sees them. They live in a process namespace of their own, whose first
 * process is bubblewrap's; the namespace's own `/proc`, reached through that process, lists them and nothing else.
 */
export class ProcessTree {
  private constructor(
    /** First process below the one we started: when it is gone, the kernel has ended everything below. */
    private readonly top: ProcessId,
    /** bubblewrap's process inside, as the host numbers it. */
    private readonly init: string,
  ) {}

  /** Finds the tree below a started sandbox. Throws when this host does not let us measure it. */
  static below(started: number): ProcessTree {
    const first = asProcNumbers(started);
    const chain = [first];
    for (let next = onlyChild(first); next !== null && isBubblewrap(next); next = onlyChild(next)) chain.push(next);
    const [, top] = chain;
    const init = chain.at(-1);
    if (top === undefined || init === undefined) throw new Error(`no sandbox below process ${started}`);
    const tree = new ProcessTree(identify(top), `/proc/${init}`);
    if (tree.usage().tasks === 0) throw new Error(`the processes of the sandbox below ${started} cannot be seen`);
    return tree;
  }

  usage(): TreeUsage {
    let memoryBytes = this.socketBytes();
    let tasks = 0;
    for (const status of this.read('status')) {
      for (const field of ['RssAnon', 'RssShmem', 'VmSwap', 'VmPTE']) memoryBytes += kibibytes(status, field);
      tasks += number(status, 'Threads');
    }
    const authors = this.processes().filter((pid) => pid !== INIT);
    const { count, pipeBytes } = kernelObjects(this.proc, authors);
    return { memoryBytes: memoryBytes + pipeBytes, tasks, files: this.files(), pipeBytes, kernelObjects: count };
  }

  /** Memory with what forked processes still share counted once. Slower than {@link usage}, which counts it for each. */
  memorySharedOnce(): number {
    let bytes = this.socketBytes();
    for (const status of this.read('status')) bytes += kibibytes(status, 'VmPTE');
    for (const rollup of this.read('smaps_rollup')) {
      for (const field of ['Pss_Anon', 'Pss_Shmem', 'SwapPss']) bytes += kibibytes(rollup, field);
    }
    return bytes;
  }

  /**
   * Puts its session behind the service's when the processor is short: on its own, the niceness of a process counts among
   * those of its session only, see sched(7). False when the kernel, which takes few such orders a second, wants it again.
   */
  giveWay(): boolean {
    const main = attempt(() => onlyChild(Number(path.basename(this.init))));
    if (main === null) return true;
    try {
      writeFileSync(`/proc/${main}/autogroup`, String(NICE));
      return true;
    } catch (error) {
      return errorCode(error) !== 'EAGAIN';
    }
  }

  /** Whether every process of the tree has ended. */
  isGone(): boolean {
    return hasEnded(this.top);
  }

  private socketBytes(): number {
    const sockets = attempt(() => readFileSync(`${this.init}/net/sockstat`, 'latin1'));
    return SOCKET_BUFFER_BYTES * Number(/^sockets: used (\d+)$/m.exec(sockets ?? '')?.[1] ?? 0);
  }

  private files(): number {
    const folders = WRITABLE.map((folder) => attempt(() => statfsSync(`${this.init}/root/${folder}`)));
    return folders.reduce((sum, it) => sum + (it === null ? 0 : it.files - it.ffree), 0);
  }

  private *read(file: string): Generator<string> {
    for (const pid of this.processes()) {
      const text = attempt(() => readFileSync(`${this.proc}/${pid}/${file}`, 'latin1'));
      if (text !== null) yield text;
    }
  }

  private processes(): readonly string[] {
    return (attempt(() => readdirSync(this.proc)) ?? []).filter((entry) => /^\d+$/.test(entry));
  }

  /** `/proc` as it is inside. */
  private get proc(): string {
    return `${this.init}/root/proc`;
  }
}

/** What can be read of processes that may end at any moment; null when they have. */
function attempt<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * The number under which `/proc` shows a child of this process. Another than its own where `/proc` belongs to an outer
 * process namespace, as below `unshare --pid` without `--mount-proc`.
 */
function asProcNumbers(child: number): number {
  const self = readlinkSync('/proc/self');
  if (self === String(process.pid)) return child;
  const level = namespaceNumbers(self).length - 1;
  const found = readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'latin1').trim().split(' '))
    .find((it) => it !== '' && namespaceNumbers(it)[level] === child);
  if (found === undefined) throw new Error(`/proc does not show process ${child}`);
  return Number(found);
}

/** What a process is called in each process namespace, from that of `/proc` inwards. */
function namespaceNumbers(pid: string): readonly number[] {
  const list = /^NSpid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '';
  return list.split(/\s+/).map(Number);
}

function onlyChild(pid: number): number | null {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
  return child ? Number(child) : null;
}

function isBubblewrap(pid: number): boolean {
  return readFileSync(`/proc/${pid}/comm`, 'latin1').trim() === 'bwrap';
}

function kibibytes(text: string, field: string): number {
  return 1024 * number(text, field);
}

function number(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
