import { SetMetadata } from '@nestjs/common';
import type { JobHandler, JobKindOptions } from './job-run';

/** Metadata key of {@link Processes}. */
export const PROCESSES = Symbol('svc.processes');

export interface ProcessesMark extends JobKindOptions {
  readonly kind: string;
}

/** Makes a provider's method the {@link JobHandler} of a kind: `@Processes('derivation.run', { maxAttempts: 2 })`. */
export function Processes(kind: string, options: JobKindOptions = {}) {
  const mark: ProcessesMark = { kind, ...options };
  return <Method extends JobHandler>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(PROCESSES, mark)(target, key, descriptor);
  };
}
