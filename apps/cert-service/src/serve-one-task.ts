/**
 * The whole life of a process that does one thing for its parent: one task in, one answer out. It ends with its parent, also
 * in the middle, for nobody else would hear the answer; that is no failure, and no line in the log, of this process.
 */
export function serveOneTask<Task>(answer: (task: Task) => Promise<object>): void {
  process.on('disconnect', () => process.exit());
  // It may have gone before anybody here could hear of it.
  if (!process.connected) process.exit();
  process.once('message', (task: Task) => {
    void answer(task).then((found) => process.send?.(found, undefined, undefined, () => process.exit()));
  });
}
