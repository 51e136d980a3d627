import { printable } from '../host/bounded-output';
import type { HostFrame } from '../host/frames';
import type { HostEnding } from '../host/host-ending';
import { isolationMessage } from '../bubblewrap/isolation';
import { MAX_KERNEL_OBJECTS, type SandboxLimits } from '../limits';
import type { FailureReason, RunTrace } from './run-outcome';

/** How a run failed, as a message for its author. */
export interface Failure {
  readonly outcome: 'failed';
  readonly reason: FailureReason;
  readonly message: string;
  readonly traceback: string | null;
}

export function failed(reason: FailureReason, message: string, traceback: string | null = null): Failure {
  return { outcome: 'failed', reason, message: printable(message), traceback };
}

export function traceOf(ending: HostEnding): RunTrace {
  return {
    stdout: ending.stdout,
    stderr: ending.stderr,
    duration_ms: ending.durationMs,
    peak_rss_bytes: ending.peakBytes,
  };
}

/** A failure reported by the host itself. */
export function reportedFailure(frame: Extract<HostFrame, { type: 'failure' }>): Failure {
  return failed(frame.reason, frame.message, frame.traceback);
}

const KERNEL_OBJECTS = `It was stopped at its limit of ${MAX_KERNEL_OBJECTS} file locks and epoll watches, or it hid its open files.`;

/** Why a host was stopped or ended without a result; null if it finished. */
export function stoppedFailure(ending: HostEnding, limits: SandboxLimits): Failure | null {
  const { cause } = ending;
  switch (cause.kind) {
    case 'finished':
      return null;
    case 'timeout':
      return failed('timeout', `It was stopped after its limit of ${limits.wallMs / 1000} s.`);
    case 'memory':
      return failed(
        'memory',
        `It was stopped at its memory limit of ${mebibytes(limits.memoryBytes)}. Let ctx.sql do the heavy part, or read fewer columns.`,
      );
    case 'kernel-objects':
      return failed('memory', KERNEL_OBJECTS);
    case 'processes':
      return failed('processes', `It was stopped at its limit of ${limits.processes} processes and threads.`);
    case 'disk':
      return failed('disk', `It was stopped at its limit of ${limits.scratchFiles} files.`);
    case 'table':
      return failed(
        'disk',
        `Its result takes more than ${mebibytes(limits.outputBytes)} as a Parquet file. Return a ctx.sql(...) relation, or fewer rows.`,
      );
    case 'cancelled':
      return failed('cancelled', 'It was cancelled.');
    case 'withdrawn':
      return failed('cancelled', 'It was cancelled before it started.');
    case 'unavailable':
      return failed('isolation-unavailable', `Derivations cannot be isolated on this machine: ${cause.detail}.`);
    case 'bad-frame':
      return failed('bad-frame', `It wrote to the channel of its host, which only the host may use: ${cause.detail}.`);
    case 'not-started':
      return failed('isolation-unavailable', isolationMessage(cause.detail));
    case 'unmeasured':
      return failed('isolation-unavailable', isolationMessage(`its memory cannot be measured: ${cause.detail}`));
    case 'ended':
      return failed('killed', `Its process ended ${howItEnded(ending)} before it returned a result.`);
  }
}

function howItEnded({ exitCode, signal }: HostEnding): string {
  // bubblewrap passes a signal on as 128 and its number, as shells do.
  if (signal !== null) return `by ${signal}`;
  if (exitCode === null || exitCode <= 128) return `with status ${exitCode ?? 'unknown'}`;
  const known: Readonly<Record<number, string>> = {
    4: 'SIGILL',
    6: 'SIGABRT',
    7: 'SIGBUS',
    8: 'SIGFPE',
    9: 'SIGKILL',
    11: 'SIGSEGV',
    15: 'SIGTERM',
  };
  const name = known[exitCode - 128] ?? `signal ${exitCode - 128}`;
  return name === 'SIGKILL' ? `by ${name} (its own doing, or the machine ran out of memory)` : `by ${name}`;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
