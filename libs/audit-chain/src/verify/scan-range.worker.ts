import { parentPort } from 'node:worker_threads';
import { scanRange } from './scan-range';
import { takeTasks, type SharedTasks } from './shared-tasks';

/** Thread entry: is told once what there is to do, does what it can take, tells each result, and ends. */
parentPort?.once('message', (shared: SharedTasks) => {
  for (const { index, task } of takeTasks(shared)) parentPort?.postMessage({ index, found: scanRange(task) });
});
