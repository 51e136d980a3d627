import { ProblemError } from '@svc/contracts';
import { Task } from '../task';

/** Every call this process is working on, by the `traceparent` of its request. */
export class InFlight {
  private readonly tasks = new Map<string, Task>();
  private readonly waiting = new Set<() => void>();

  begin(id: string, deadline: number): Task {
    const task = new Task(deadline);
    this.tasks.set(id, task);
    return task;
  }

  end(id: string, task: Task): void {
    task.end();
    if (this.tasks.get(id) === task) this.tasks.delete(id);
    if (this.tasks.size > 0) return;
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  /** Whether this process still works on the call. */
  has(id: string): boolean {
    return this.tasks.has(id);
  }

  /** The caller gave up: nobody reads the answer any more. */
  cancel(id: string): void {
    this.tasks.get(id)?.stop(new ProblemError('deadline-exceeded', 'The caller gave up.'));
  }

  /** The process must end now. */
  stopAll(): void {
    for (const task of this.tasks.values())
      task.stop(new ProblemError('unavailable', 'The service is stopping; try again.', { retryAfter: 1 }));
  }

  /** Resolves with true when nothing is under way, with false after `withinMs`. */
  idle(withinMs: number): Promise<boolean> {
    if (this.tasks.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = () => settle(true);
      const timer = setTimeout(() => settle(false), withinMs);
      const settle = (idle: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve(idle);
      };
      this.waiting.add(done);
    });
  }
}
