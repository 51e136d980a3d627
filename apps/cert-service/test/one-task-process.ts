import { serveOneTask } from '../src/serve-one-task';

/** Waits, then blocks the event loop, as a calculation does: the end of its parent goes unnoticed meanwhile. */
serveOneTask(async ({ waits, calculates }: { readonly waits: number; readonly calculates: number }) => {
  await new Promise((resolve) => setTimeout(resolve, waits));
  const until = Date.now() + calculates;
  while (Date.now() < until);
  return { done: true };
});
process.stdout.write('up\n');
