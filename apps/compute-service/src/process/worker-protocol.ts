/** What goes over the channel to a worker: a piece of work, or the wish that the one under way ends. */
export type ToWorker<Request> = { readonly id: number; readonly work: Request } | { readonly interrupt: number };

/** What comes back: one `ready` when the engine is locked down, then one answer or failure per piece of work, and how far a long one is. */
export type FromWorker =
  | { readonly ready: true }
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly rss: number; readonly answer: unknown }
  | { readonly id: number; readonly rss: number; readonly failure: WorkerFailure };

export interface WorkerFailure {
  readonly code: string;
  readonly message: string;
  /** Details of the failure for whoever knows its code. */
  readonly data?: unknown;
}

/** The handler of one kind of worker, inside its process. */
export interface WorkerProgram<Request> {
  run(request: Request): Promise<unknown>;
  /** Ends what `run` is doing as soon as the engine can; harmless when nothing runs. */
  interrupt(): void;
  failure(error: unknown): WorkerFailure;
  /** How far the work under way is, 0 to 100; null when nothing runs or nobody can tell. */
  progress?(): number | null;
}
