import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { ChildSpec } from './child-spec';

/** `unready`: it runs and was ready, and now reports that it cannot work, or does not answer. */
export type ChildState = 'starting' | 'ready' | 'unready' | 'restarting' | 'stopped';

const READY_POLL_MS = 100;
/** How often the readiness of a ready child is checked. */
const STILL_READY_POLL_MS = 1_000;
/** A child that ran this long has recovered: the count of restarts in a row starts over. */
const RECOVERED_AFTER_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** The delay before the n-th restart in a row: doubling, with a limit. */
export function pauseBefore(restart: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (restart - 1));
}

/** One child: started, restarted whenever it ends, stopped on request. */
export class SupervisedChild {
  private process: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private inARow = 0;
  private startedAt = 0;
  state: ChildState = 'stopped';
  /** The number of restarts since the supervisor started. */
  restarts = 0;

  constructor(
    readonly spec: ChildSpec,
    private readonly onChange: () => void,
    private readonly pause: (restart: number) => number = pauseBefore,
  ) {}

  get pid(): number | null {
    return this.process?.pid ?? null;
  }

  start(): void {
    const { commandLine, env, cwd, logFile } = this.spec;
    const [program, ...args] = commandLine;
    const log = openLog(logFile);
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', log, log] });
    if (log !== 'ignore') closeSync(log);
    this.process = child;
    this.startedAt = Date.now();
    // A missing program never has a pid and reports here instead of ending.
    child.once('error', () => this.ended(child));
    child.once('exit', () => this.ended(child));
    this.become('starting');
    if (child.pid !== undefined) this.awaitReady(child, child.pid);
  }

  /** The cause of its restarts is gone: it need not wait any longer. */
  hurry(): void {
    if (this.state !== 'restarting' || this.stopping) return;
    clearTimeout(this.timer);
    this.inARow = 0;
    this.startAgain();
  }

  /** Asks it to stop, kills it when it does not, resolves when it is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const child = this.process;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill(this.spec.stopSignal);
      const kill = setTimeout(() => child.kill('SIGKILL'), this.spec.stopWithinMs);
      await gone;
      clearTimeout(kill);
    }
    this.process = undefined;
    this.become('stopped');
  }

  private ended(child: ChildProcess): void {
    if (this.process !== child) return;
    this.process = undefined;
    if (this.stopping) return;
    this.inARow = Date.now() - this.startedAt > RECOVERED_AFTER_MS ? 1 : this.inARow + 1;
    this.timer = setTimeout(() => this.startAgain(), this.pause(this.inARow));
    this.become('restarting');
  }

  private startAgain(): void {
    this.restarts += 1;
    try {
      this.start();
    } catch {
      // No process can be created right now; that is temporary too.
      this.inARow += 1;
      this.timer = setTimeout(() => this.startAgain(), this.pause(this.inARow));
    }
  }

  /** Polls as long as the process runs: what was ready an hour ago may hang now. */
  private awaitReady(child: ChildProcess, pid: number): void {
    void this.spec.isReady(pid).then((ready) => {
      if (this.process !== child || this.stopping) return;
      if (ready) this.become('ready');
      else if (this.state === 'ready') this.become('unready');
      const pause = ready || this.state === 'unready' ? STILL_READY_POLL_MS : READY_POLL_MS;
      setTimeout(() => this.process === child && this.awaitReady(child, pid), pause).unref();
    });
  }

  private become(state: ChildState): void {
    if (state === this.state) return;
    this.state = state;
    this.onChange();
  }
}

/** Where its output goes; nowhere while there is no space for a new file. */
function openLog(file: string): number | 'ignore' {
  try {
    return openSync(file, 'a', 0o600);
  } catch {
    return 'ignore';
  }
}
