/** Messages to a worker: a piece of work, or a request to stop the current one. */
export type ToWorker<Request> = { readonly id: number; readonly work: Request } | { readonly interrupt: number };

/** Messages from a worker: one `ready` when the engine is locked down, then one answer or failure per piece of work, and the progress of long ones. */
export type FromWorker =
  | { readonly ready: true }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly rss: number; readonly answer: unknown }
  | { readonly id: number; readonly rss: number; readonly failure: WorkerFailure };

export interface WorkerFailure {
  readonly code: string;
  readonly message: string;
  /** Details of the failure for code that knows it. */
  readonly data?: unknown;
}

/** The handler of one kind of worker, inside its process. */
export interface WorkerProgram<Request> {
  run(request: Request): Promise<unknown>;
  /** Interrupts what `run` is doing as soon as the engine can; harmless when nothing runs. */
  interrupt(): void;
  failure(error: unknown): WorkerFailure;
  /** Progress of the current work, 0 to 100; null when nothing runs or it is unknown. */
  progress?(): number | null;
}
