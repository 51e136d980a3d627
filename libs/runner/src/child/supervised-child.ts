import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ControlGroup } from '../control-group/control-group';
import { SYSTEM_PATH } from '../bubblewrap/find-bubblewrap';

/** A program together with what bounds it. */
export interface BoundedCommand {
  /** Programs and arguments, outermost first: the walls and limits around the program are part of it. */
  readonly command: readonly string[];
  /** All of its environment besides the system's PATH: a child has no business with the service's secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** The system-call filter that `command` reads on descriptor 4; null where there is none. */
  readonly filter: Buffer | null;
  /** The control group that `command` enters; null where there is none. */
  readonly group: ControlGroup | null;
}

/** How a child ended. */
export interface ChildEnding {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The limit at which the kernel stopped it, if that is what ended it. */
  readonly limit: 'memory' | 'processes' | null;
  /** Why it never started. */
  readonly error: Error | null;
  /** The end of what it wrote on standard error, where that is kept. */
  readonly stderr: string;
}

/** How the service and a child are connected. Descriptor 4 is for the filter, whatever else there is. */
export interface ChildStreams {
  readonly stdio: readonly ('ignore' | 'pipe' | 'inherit' | 'ipc')[];
  /** Leads a process group, which is killed as a whole. */
  readonly ownGroup?: boolean;
  readonly cwd?: string;
}

/** Node's channel on descriptor 3; the end of standard error is kept, or goes where the service's own goes. */
export const CHANNEL: ChildStreams = { stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'] };
export const CHANNEL_AND_LOG: ChildStreams = { stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'] };

const MAX_STDERR = 4_000;
/** For so long its end waits for what it wrote, if somebody else holds its pipes. */
const LAST_WORDS_MS = 2_000;

/** A child process from its start to its end: the one place where this product starts, ends and buries them. */
export class SupervisedChild {
  /** Resolves when the process has ended or could not be started; never rejects. */
  readonly ended: Promise<ChildEnding>;
  /** Resolves when all its pipes are closed too: nobody to whom it passed them on lives any more. */
  readonly closed: Promise<void>;
  private error: Error | null = null;
  private stderr = '';
  private over = false;

  private constructor(
    readonly process: ChildProcess,
    private readonly group: ControlGroup | null,
    private readonly ownGroup: boolean,
  ) {
    // Without a listener, a child that cannot be started would end the service.
    process.on('error', (error) => (this.error ??= error));
    this.closed = new Promise((resolve) => process.once('close', () => resolve()));
    this.ended = new Promise<void>((resolve) => {
      process.once('exit', () => resolve());
      process.once('error', () => {
        if (process.pid === undefined) resolve();
      });
    }).then(() => this.bury());
  }

  static start({ command, environment, filter, group }: BoundedCommand, streams: ChildStreams): SupervisedChild {
    const [program = '', ...args] = command;
    const { stdio, ownGroup = false, cwd } = streams;
    const process = spawn(program, args, {
      env: { PATH: SYSTEM_PATH, ...environment },
      stdio: [...stdio],
      serialization: 'json',
      detached: ownGroup,
      ...(cwd === undefined ? {} : { cwd }),
    });
    const child = new SupervisedChild(process, group, ownGroup);
    // Its exit tells the story when it does not take the filter.
    const filterPipe = child.stream(4);
    if (filterPipe instanceof Duplex) filterPipe.on('error', () => undefined).end(filter ?? undefined);
    if (stdio[3] === 'ipc') child.keepStderr();
    return child;
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  /** False from the moment of {@link kill} on, though the end is still to come. */
  get isAlive(): boolean {
    const { exitCode, signalCode, killed } = this.process;
    return !this.over && !killed && exitCode === null && signalCode === null;
  }

  /** What is at a descriptor. Without descriptors left, a service gets a child without pipes, whatever the types say. */
  stream(descriptor: number): unknown {
    const streams: readonly unknown[] = Array.isArray(this.process.stdio) ? this.process.stdio : [];
    return streams[descriptor];
  }

  /** Says something over Node's channel; a child that cannot hear it has ended or will be heard of by {@link ended}. */
  send(message: object): void {
    if (this.process.connected) this.process.send(message, () => undefined);
  }

  /** The limit at which the kernel has stopped something, while it runs or after. */
  breach(): 'memory' | 'processes' | null {
    return this.group?.breach() ?? null;
  }

  /** Ends the process, and whatever its walls hold with it. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.process;
    // Its number is ours until its exit is collected, never after. The whole group ends: a child of a bubblewrap that is
    // killed while it starts waits for its parent's word for ever, and would hold our pipes open.
    if (this.ownGroup && pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    this.process.kill('SIGKILL');
  }

  /** While it only waits to be asked, it does not keep the service's own process alive. */
  keepsServiceAlive(does: boolean): void {
    const { process } = this;
    if (does) process.ref();
    else process.unref();
    if (does) process.channel?.ref();
    else process.channel?.unref();
  }

  private keepStderr(): void {
    this.process.stderr?.on('data', (chunk) => {
      this.stderr = (this.stderr + String(chunk)).slice(-MAX_STDERR);
    });
  }

  private async bury(): Promise<ChildEnding> {
    this.over = true;
    const limit = this.breach();
    void this.group?.remove();
    // What it wrote last may still be on its way.
    await Promise.race([this.closed, delay(LAST_WORDS_MS, undefined, { ref: false })]);
    const { exitCode: code, signalCode: signal } = this.process;
    return { code, signal, limit, error: this.error, stderr: this.stderr.trim() };
  }
}

/** `SIGKILL, at its limit of memory`. */
export function endingText({ code, signal, limit, error }: ChildEnding): string {
  const how = error?.message ?? signal ?? `exit ${String(code)}`;
  return limit === null ? how : `${how}, at its limit of ${limit}`;
}
