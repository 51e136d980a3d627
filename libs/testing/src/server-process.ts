import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { CommandLine } from './server-command';

type Child = ChildProcessByStdio<null, Readable, Readable>;

const KEPT_OUTPUT = 64 * 1024;

/** One running process whose output we watch; it never outlives us when its command line is tied to its parent. */
export class ServerProcess {
  private output = '';
  private readonly watchers = new Set<() => void>();

  private constructor(
    private readonly child: Child,
    private readonly name: string,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.append(text));
    child.on('exit', () => this.notify());
    // A program that cannot be spawned at all reports here; it has no pid and counts as exited.
    child.on('error', (error) => this.append(`${error.message}\n`));
  }

  static spawn(
    name: string,
    commandLine: CommandLine,
    env: Readonly<Record<string, string>>,
    cwd?: string,
  ): ServerProcess {
    const [program, ...args] = commandLine;
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    });
    return new ServerProcess(child, name);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error(`${this.name} could not be started: ${this.log}`);
    return this.child.pid;
  }

  /** The newest output, both streams. */
  get log(): string {
    return this.output;
  }

  get running(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves once `ready` holds; rejects with the output when the process ends before, or after `withinMs`. */
  async until(ready: () => boolean, withinMs: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.watchers.delete(check);
        settle();
      };
      const check = (): void => {
        if (ready()) finish(resolve);
        else if (!this.running)
          finish(() => reject(new Error(`${this.name} ended before it was ready:\n${this.output}`)));
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`${this.name} was not ready in ${withinMs} ms:\n${this.output}`))),
        withinMs,
      );
      this.watchers.add(check);
      check();
    });
    this.letParentEnd();
  }

  /** Sends the signal and resolves when the process is gone. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.running) return;
    this.child.ref();
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }

  /** A server that nobody stopped must not keep a test run alive; the kernel ends it with us. */
  private letParentEnd(): void {
    this.child.unref();
    for (const stream of [this.child.stdout, this.child.stderr]) if (stream instanceof Socket) stream.unref();
  }

  private append(text: string): void {
    this.output = (this.output + text).slice(-KEPT_OUTPUT);
    this.notify();
  }

  private notify(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
