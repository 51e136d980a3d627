import type { RangeTask } from './scan-range';

/** Tasks that several threads work through. */
export interface SharedTasks {
  readonly tasks: readonly RangeTask[];
  /** How many are taken, as one 32-bit number that all threads see. */
  readonly taken: SharedArrayBuffer;
}

/** Takes one task after the other, each of them in one thread only, until none is left. */
export function* takeTasks({
  tasks,
  taken,
}: SharedTasks): Generator<{ readonly index: number; readonly task: RangeTask }> {
  const counter = new Int32Array(taken);
  for (;;) {
    const index = Atomics.add(counter, 0, 1);
    const task = tasks[index];
    if (task === undefined) return;
    yield { index, task };
  }
}
