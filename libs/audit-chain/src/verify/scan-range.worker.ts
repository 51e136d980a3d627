import { parentPort } from 'node:worker_threads';
import { scanRange, type RangeTask } from './scan-range';

/** Thread entry: answers each task with its scanned range. */
parentPort?.on('message', (task: RangeTask) => parentPort?.postMessage(scanRange(task)));
