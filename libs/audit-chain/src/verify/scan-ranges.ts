import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { scanRange, type RangeTask, type ScannedRange } from './scan-range';
import { takeTasks, type SharedTasks } from './shared-tasks';

/** The compiled thread entry. It is absent where the sources run untranslated; then one thread does it all. */
const WORKER = join(__dirname, 'scan-range.worker.js');

/** Below this there is nothing to gain from starting threads. */
const BYTES_WORTH_A_THREAD = 8 * 1024 * 1024;

/**
 * Scans ranges in so many threads, this one included, and returns the results in the order of the tasks. Each thread takes
 * the next task itself, so none waits for another: on a busy machine that would cost more than the hashing.
 */
export async function scanRanges(tasks: readonly RangeTask[], threads: number): Promise<ScannedRange[]> {
  const bytes = tasks.reduce((sum, { from, to }) => sum + to - from, 0);
  if (threads < 2 || bytes < BYTES_WORTH_A_THREAD || !existsSync(WORKER)) return tasks.map(scanRange);
  const results: ScannedRange[] = [];
  const shared: SharedTasks = { tasks, taken: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) };
  const helpers = Array.from({ length: Math.min(threads, tasks.length) - 1 }, () => new Worker(WORKER));
  const help = Promise.all(helpers.map((helper) => collect(helper, results)));
  for (const helper of helpers) helper.postMessage(shared);
  // Awaited below; a helper that fails while this thread works must not end the process.
  help.catch(() => undefined);
  try {
    for (const at of takeTasks(shared)) results[at.index] = scanRange(at.task);
    await help;
    return results;
  } finally {
    await Promise.all(helpers.map((helper) => helper.terminate()));
  }
}

/** Keeps what a helper found; resolves when there is no task left for it. */
function collect(helper: Worker, results: ScannedRange[]): Promise<void> {
  return new Promise((resolve, reject) => {
    helper.on('message', ({ index, found }: { index: number; found: ScannedRange }) => {
      results[index] = found;
    });
    helper.on('error', reject);
    helper.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a verifying thread ended with ${code}`));
    });
  });
}
