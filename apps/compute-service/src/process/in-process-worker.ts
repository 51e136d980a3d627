import { type OnProgress, type Worker, WorkerDied, WorkFailed } from './worker';
import type { WorkerProgram } from './worker-protocol';

const PROGRESS_MS = 500;

/** A program that releases its resources when it is done with. */
export interface ClosingProgram<Work> extends WorkerProgram<Work> {
  close(): void;
}

/**
 * A worker without a process of its own (`queryRunner: inprocess`). Its work can be interrupted but not killed: `kill`
 * answers its caller and abandons the work, and the engine is closed when the statement ends by itself.
 */
export class InProcessWorker<Work> implements Worker<Work> {
  readonly pid = undefined;
  readonly rss = 0;
  private over = false;
  private working = false;
  private giveUp: (error: Error) => void = () => undefined;

  constructor(private readonly program: ClosingProgram<Work>) {}

  get isAlive(): boolean {
    return !this.over;
  }

  async ask(work: Work, onProgress?: OnProgress): Promise<unknown> {
    if (this.over) throw new WorkerDied('the worker has ended');
    const killed = new Promise<never>((_, reject) => {
      this.giveUp = reject;
    });
    const telling = setInterval(() => tell(this.program.progress?.() ?? null, onProgress), PROGRESS_MS);
    try {
      return await Promise.race([this.perform(work), killed]);
    } finally {
      clearInterval(telling);
    }
  }

  interrupt(): void {
    this.program.interrupt();
  }

  kill(): void {
    if (this.over) return;
    this.over = true;
    if (this.working) this.giveUp(new WorkerDied('the worker was abandoned'));
    else this.program.close();
  }

  private async perform(work: Work): Promise<unknown> {
    this.working = true;
    try {
      return await this.program.run(work);
    } catch (error) {
      throw new WorkFailed(this.program.failure(error));
    } finally {
      this.working = false;
      if (this.over) this.program.close();
    }
  }
}

function tell(percent: number | null, onProgress: OnProgress | undefined): void {
  if (percent !== null) onProgress?.(percent);
}
