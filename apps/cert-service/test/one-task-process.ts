import { serveOneTask } from '../src/serve-one-task';

/** Waits, then keeps the event loop to itself, as a calculation does: that its parent is gone is not heard of meanwhile. */
serveOneTask(async ({ waits, calculates }: { readonly waits: number; readonly calculates: number }) => {
  await new Promise((resolve) => setTimeout(resolve, waits));
  const until = Date.now() + calculates;
  while (Date.now() < until);
  return { done: true };
});
process.stdout.write('up\n');
