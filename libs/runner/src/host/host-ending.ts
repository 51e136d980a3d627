/**
 * Why an execution ended: what the trusted side decided, `ended` when the process ended by itself, `withdrawn` and
 * `unavailable` when it was cancelled, or refused for want of a wall, before anything started.
 */
export type StopCause =
  | {
      readonly kind:
        | 'finished'
        | 'ended'
        | 'timeout'
        | 'memory'
        | 'kernel-objects'
        | 'processes'
        | 'disk'
        | 'table'
        | 'cancelled'
        | 'withdrawn';
    }
  | { readonly kind: 'bad-frame' | 'not-started' | 'unmeasured' | 'unavailable'; readonly detail: string };

export interface HostEnding {
  readonly cause: StopCause;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  readonly peakBytes: number | null;
}

/** The ending of an execution that never started. */
export function nothingRan(cause: StopCause): HostEnding {
  return { cause, exitCode: null, signal: null, stdout: '', stderr: '', durationMs: 0, peakBytes: null };
}
