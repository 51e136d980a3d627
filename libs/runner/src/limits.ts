const MiB = 1024 * 1024;

/** What one sandboxed process tree may use before it is stopped. Every value is positive. */
export interface SandboxLimits {
  /** Wall time from the start of the process to its result. */
  readonly wallMs: number;
  /** Private and shared memory of the whole tree, not counting `scratchBytes`. */
  readonly memoryBytes: number;
  /** Processes and threads alive at once. */
  readonly processes: number;
  /** Open files per process. */
  readonly openFiles: number;
  /** What fits in the writable folders; they live in memory and vanish with the run. */
  readonly scratchBytes: number;
  /** Files and folders in the writable folders. */
  readonly scratchFiles: number;
  /** The largest table a run may return, as a Parquet file. */
  readonly outputBytes: number;
  /** How much of each of stdout and stderr is kept: half from the start, half from the end. */
  readonly capturedBytes: number;
  /** Threads that numeric libraries may start each. */
  readonly threads: number;
}

export const DEFAULT_LIMITS: SandboxLimits = {
  wallMs: 120_000,
  memoryBytes: 4096 * MiB,
  processes: 256,
  openFiles: 512,
  scratchBytes: 512 * MiB,
  scratchFiles: 50_000,
  outputBytes: 2048 * MiB,
  capturedBytes: 64 * 1024,
  threads: 2,
};

/** File locks and epoll watches of one sandbox: far more than an analysis needs, and far fewer than the kernel has. */
export const MAX_KERNEL_OBJECTS = 10_000;
