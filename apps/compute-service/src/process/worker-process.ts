import { type BoundedCommand, CHANNEL, type ChildEnding, endingText, SupervisedChild } from '@svc/runner';
import { z } from 'zod';
import { type OnProgress, type Worker, WorkerDied, WorkFailed } from './worker';

// A worker runs untrusted statements, so its messages are validated like any other input.
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

/** A worker process and its channel. */
export class WorkerProcess<Work> implements Worker<Work> {
  private asked: Asked | null = null;
  private nextId = 1;
  private lastRss = 0;

  private constructor(
    private readonly child: SupervisedChild,
    private readonly ready: () => void,
  ) {
    child.process.on('message', (message) => this.receive(message));
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<unknown> {
    return this.child.ended;
  }

  /** Resolves when the worker has locked itself down; rejects with its stderr when it never does. */
  static async start<Work>(command: BoundedCommand, timeoutMs: number): Promise<WorkerProcess<Work>> {
    const child = SupervisedChild.start(command, CHANNEL);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill(), timeoutMs);
      const worker = new WorkerProcess<Work>(child, () => {
        clearTimeout(timer);
        resolve(worker);
      });
      void child.ended.then((ending) => {
        clearTimeout(timer);
        reject(worker.end(ending));
      });
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get rss(): number {
    return this.lastRss;
  }

  get isAlive(): boolean {
    return this.child.isAlive;
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
    if (this.asked !== null) this.child.send({ interrupt: this.asked.id });
  }

  /** Kills everything below the process too. */
  kill(): void {
    this.child.kill();
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

  /** How its end is reported to whoever waits for it. */
  private end(ending: ChildEnding): WorkerDied {
    const { stderr } = ending;
    const died = new WorkerDied(`the worker ended (${endingText(ending)})${stderr === '' ? '' : `: ${stderr}`}`);
    this.asked?.reject(died);
    this.asked = null;
    return died;
  }
}
