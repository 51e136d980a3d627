import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { scanRange, type RangeTask, type ScannedRange } from './scan-range';

/** The compiled thread entry. It is absent where the sources run untranslated; then one thread does it all. */
const WORKER = join(__dirname, 'scan-range.worker.js');

/** Below this there is nothing to gain from starting threads. */
const BYTES_WORTH_A_THREAD = 8 * 1024 * 1024;

/** Scans ranges in so many threads and returns the results in the order of the tasks. */
export async function scanRanges(tasks: readonly RangeTask[], threads: number): Promise<ScannedRange[]> {
  const bytes = tasks.reduce((sum, { from, to }) => sum + to - from, 0);
  if (threads < 2 || bytes < BYTES_WORTH_A_THREAD || !existsSync(WORKER)) return tasks.map(scanRange);
  const results: ScannedRange[] = [];
  const queue = tasks.entries();
  const workers = Array.from({ length: Math.min(threads, tasks.length) }, () => new Worker(WORKER));
  try {
    await Promise.all(workers.map((worker) => drain(worker, queue, results)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results;
}

/** Gives a worker one task after the other until none is left. */
function drain(worker: Worker, queue: Iterator<[number, RangeTask]>, results: ScannedRange[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let current = -1;
    const next = (): void => {
      const item = queue.next();
      if (item.done === true) return resolve();
      current = item.value[0];
      worker.postMessage(item.value[1]);
    };
    worker.on('message', (result: ScannedRange) => {
      results[current] = result;
      next();
    });
    worker.on('error', reject);
    next();
  });
}
