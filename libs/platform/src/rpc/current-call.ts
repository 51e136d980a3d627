import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log needs to know of the work under way. */
export interface CurrentCall {
  readonly traceId: string;
}

const calls = new AsyncLocalStorage<CurrentCall>();

/** Runs `work` so that every line it logs, however deep, bears the call's trace id. */
export function withinCall<T>(call: CurrentCall, work: () => T): T {
  return calls.run(call, work);
}

/** The call or job under way here, if any. */
export function currentCall(): CurrentCall | undefined {
  return calls.getStore();
}
