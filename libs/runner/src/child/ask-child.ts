import type { ChildEnding, SupervisedChild } from './supervised-child';

/** What came of asking a child. */
export type ChildAnswer =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'ended'; readonly ending: ChildEnding }
  | { readonly kind: 'too-long' };

/**
 * Gives a child its one task over Node's channel and resolves with what came first: its answer, its end, or the end of the
 * time. Rejects with the signal's reason. The child itself is left as it is.
 */
export async function askChild(
  child: SupervisedChild,
  task: object,
  { signal, timeoutMs = null }: { readonly signal: AbortSignal; readonly timeoutMs?: number | null },
): Promise<ChildAnswer> {
  signal.throwIfAborted();
  child.keepsServiceAlive(true);
  let late: NodeJS.Timeout | undefined;
  let unwanted: () => void = () => undefined;
  try {
    return await new Promise<ChildAnswer>((resolve, reject) => {
      // Not AbortSignal.any with AbortSignal.timeout: Node 20 may collect such a pair before it fires.
      if (timeoutMs !== null) late = setTimeout(() => resolve({ kind: 'too-long' }), timeoutMs);
      unwanted = () => settle(() => signal.throwIfAborted(), reject);
      signal.addEventListener('abort', unwanted, { once: true });
      child.process.once('message', (answer) => resolve({ kind: 'answer', answer }));
      void child.ended.then((ending) => resolve({ kind: 'ended', ending }));
      child.send(task);
    });
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', unwanted);
  }
}

/** What the call throws is the rejection. */
function settle(call: () => void, reject: (reason: unknown) => void): void {
  try {
    call();
  } catch (reason) {
    reject(reason);
  }
}
