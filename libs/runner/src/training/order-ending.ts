import { failed, type Failure, reportedFailure, stoppedFailure } from '../sandbox/failure';
import type { HostEnding } from '../host/host-ending';
import type { HostFrame } from '../host/frames';
import type { SandboxLimits } from '../limits';
import type { NoModel } from './trainer';

const MiB = 1024 * 1024;

/** Why the engine was stopped, in words that help whoever started a training; null if it finished. */
export function stoppedEngine(ending: HostEnding, limits: SandboxLimits): Failure | null {
  const { cause } = ending;
  switch (cause.kind) {
    case 'memory':
      return failed(
        'memory',
        `It was stopped at its memory limit of ${Math.round(limits.memoryBytes / MiB)} MiB. Train on fewer rows or columns, or with a larger limit.`,
      );
    case 'table':
      return failed('disk', `What it made takes more than ${Math.round(limits.outputBytes / MiB)} MiB.`);
    case 'unavailable':
      return failed('isolation-unavailable', `Engines cannot be isolated on this machine: ${cause.detail}.`);
    default:
      return stoppedFailure(ending, limits);
  }
}

/** A frame by which an order ends without a result; null for any other. */
export function noModel(frame: HostFrame): NoModel | null {
  if (frame.type === 'failure') return reportedFailure(frame);
  if (frame.type !== 'refused') return null;
  const { code, message, column } = frame;
  return { outcome: 'refused', code, message, column };
}
