/**
 * The life of a process that does one task for its parent: one task in, one answer out. It ends with its parent, even
 * in the middle, since nobody else would read the answer; that is not an error, and not logged.
 */
export function serveOneTask<Task>(answer: (task: Task) => Promise<object>): void {
  process.on('disconnect', () => process.exit());
  // The parent may have ended before this process listened.
  if (!process.connected) process.exit();
  process.once('message', (task: Task) => {
    void answer(task).then((found) => process.send?.(found, undefined, undefined, () => process.exit()));
  });
}
