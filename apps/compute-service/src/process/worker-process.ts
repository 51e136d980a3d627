import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { type ControlGroup, SYSTEM_PATH } from '@svc/runner';
import { z } from 'zod';
import { type OnProgress, type Worker, WorkerDied, WorkFailed } from './worker';
import { type Command } from './worker-command';

// A worker runs what strangers wrote, so what it says is checked like any other input.
const failure = z.object({ code: z.string(), message: z.string(), data: z.unknown().optional() });
const fromWorker = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.int(), progress: z.number() }),
  z.object({ id: z.int(), rss: z.number(), failure }),
  z.object({ id: z.int(), rss: z.number(), answer: z.unknown() }),
]);

interface Asked {
  readonly id: number;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly onProgress: OnProgress | undefined;
}

const STDERR_KEPT = 4_000;

/** A worker process and its channel. */
export class WorkerProcess<Work> implements Worker<Work> {
  private asked: Asked | null = null;
  private nextId = 1;
  private stderr = '';
  private lastRss = 0;
  private over = false;
  /** From then on nobody may be given it, though its end is still to come. */
  private killed = false;
  private declareEnd: () => void = () => undefined;
  /** Resolves when the process is gone. */
  readonly ended = new Promise<void>((resolve) => {
    this.declareEnd = resolve;
  });

  private constructor(
    private readonly child: ChildProcess,
    private readonly group: ControlGroup | null,
    private readonly ready: () => void,
  ) {
    child.on('message', (message) => this.receive(message));
    child.stderr?.on('data', (chunk) => {
      this.stderr = (this.stderr + String(chunk)).slice(-STDERR_KEPT);
    });
  }

  /** Resolves when the worker has locked itself down; rejects with what it said on stderr when it never does. */
  static async start<Work>(command: Command, timeoutMs: number): Promise<WorkerProcess<Work>> {
    const child = spawn(command.file, command.args, {
      env: { PATH: SYSTEM_PATH, ...command.env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    const streams: readonly unknown[] = child.stdio;
    const filter = streams[4];
    // Its exit tells the story when it does not take the filter.
    if (filter instanceof Duplex) filter.on('error', () => undefined).end(command.filter ?? undefined);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => worker.kill(), timeoutMs);
      const worker = new WorkerProcess<Work>(child, command.group ?? null, () => {
        clearTimeout(timer);
        resolve(worker);
      });
      child.once('error', (error) => worker.end(reject, timer, error.message));
      child.once('exit', (code, signal) => worker.end(reject, timer, String(signal ?? code)));
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get rss(): number {
    return this.lastRss;
  }

  get isAlive(): boolean {
    return !this.over && !this.killed;
  }

  ask(work: Work, onProgress?: OnProgress): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return reject(new WorkerDied('the worker has ended'));
      const id = this.nextId++;
      this.asked = { id, resolve, reject, onProgress };
      this.child.send({ id, work });
    });
  }

  interrupt(): void {
    if (this.asked !== null && this.child.connected) this.child.send({ interrupt: this.asked.id });
  }

  /** Ends everything under the process too. */
  kill(): void {
    this.killed = true;
    this.child.kill('SIGKILL');
  }

  private receive(message: unknown): void {
    const parsed = fromWorker.safeParse(message);
    if (!parsed.success) return this.kill();
    if ('ready' in parsed.data) return this.ready();
    const { asked } = this;
    if (asked === null || asked.id !== parsed.data.id) return this.kill();
    if ('progress' in parsed.data) return asked.onProgress?.(parsed.data.progress);
    this.asked = null;
    this.lastRss = parsed.data.rss;
    if ('failure' in parsed.data) asked.reject(new WorkFailed(parsed.data.failure));
    else asked.resolve(parsed.data.answer);
  }

  private end(rejectStart: (error: Error) => void, timer: NodeJS.Timeout, how: string): void {
    this.over = true;
    this.declareEnd();
    clearTimeout(timer);
    const limit = this.group?.breach() ?? null;
    void this.group?.remove();
    const reason = limit === null ? how : `${how}, at its limit of ${limit}`;
    const died = new WorkerDied(`the worker ended (${reason})${this.stderr === '' ? '' : `: ${this.stderr.trim()}`}`);
    rejectStart(died);
    this.asked?.reject(died);
    this.asked = null;
  }
}
