'use strict';
/**
 * Measures a list of items on several processes of one script, and keeps every measured one as a line of a results file:
 * a run that is started again, or with more items, measures only what is missing there. Lines of several files may be
 * put together (`cat`): the order says nothing.
 */
const { appendFileSync, existsSync, mkdirSync, readFileSync } = require('node:fs');
const { fork } = require('node:child_process');
const { dirname } = require('node:path');

/** The lines of a results file; a last line cut short by an interruption is left out. */
function linesOf(results) {
  if (results === undefined) return [];
  mkdirSync(dirname(results), { recursive: true });
  if (!existsSync(results)) return [];
  return readFileSync(results, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** Whether this process was started by `measureAll`. */
const isWorker = process.send !== undefined;

/** In a process that `measureAll` started: measures what it is sent. */
function serve(measure) {
  process.on('message', (item) => process.send({ item, measured: measure(item) }));
}

/** Measures all items, in their order, on `workers` processes of `script`; `onMeasured(item, measured, left)` for each. */
async function measureAll(script, items, { workers, results, lineOf, onMeasured }) {
  const waiting = [...items];
  let left = items.length;
  const run = () =>
    new Promise((resolve, reject) => {
      const worker = fork(script);
      const next = () => {
        const item = waiting.shift();
        if (item === undefined) worker.disconnect();
        else worker.send(item);
      };
      worker.on('message', ({ item, measured }) => {
        if (results !== undefined) appendFileSync(results, `${JSON.stringify(lineOf(item, measured))}\n`);
        onMeasured(item, measured, --left);
        next();
      });
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, run));
}

module.exports = { isWorker, linesOf, measureAll, serve };
