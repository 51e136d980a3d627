import { Inject, Injectable } from '@nestjs/common';
import type { ExecutionResult } from '@svc/contracts';
import type { Sandbox } from '@svc/runner';
import { IngestEngine } from '../ingest/ingest-engine';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';
import { ExecutionFailed } from './execution-failed';
import { SECOND_RUN, unseenOf } from './circumstances';
import { FindCause } from './find-cause';
import { type Execution, RunOnce, type RunTable } from './run-once';
import { SANDBOX } from './sandbox-token';

type Reproducibility = Extract<ExecutionResult, { outcome: 'succeeded' }>['reproducibility'];
type Progress = (done: number, message: string) => void;

/** Steps of an execution, as its progress counts them. */
export const EXECUTION_STEPS = 3;

/**
 * Runs a derivation twice, the second time with another clock, time zone, hash seed and thread count, and reports whether
 * both runs gave the same table. Errors in the author's code are a result,
 * not an error; running it again after a crash is safe, because everything it stores is named by its content.
 */
@Injectable()
export class ExecuteDerivation {
  constructor(
    private readonly once: RunOnce,
    private readonly ingest: IngestEngine,
    private readonly causes: FindCause,
    @Inject(SANDBOX) private readonly sandbox: Sandbox,
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
  ) {}

  async execute(execution: Execution, signal: AbortSignal, progress: Progress): Promise<ExecutionResult> {
    // A machine without an environment cannot isolate either; the run reports it.
    const environment = await this.sandbox.environment().then(
      ({ hash }) => hash,
      () => null,
    );
    let first: RunTable | null = null;
    try {
      progress(0, 'first run');
      first = await this.once.run(execution, signal);
      progress(1, 'second run, for comparison');
      const second = await this.once.run(execution, signal, SECOND_RUN);
      progress(2, 'comparing and storing');
      return await this.succeed(first, second, execution, environment, signal);
    } catch (error) {
      await first?.stored.file.discard();
      if (!(error instanceof ExecutionFailed) || signal.aborted) throw signal.aborted ? signal.reason : error;
      return failure(error, environment);
    }
  }

  private async succeed(
    first: RunTable,
    second: RunTable,
    execution: Execution,
    environment: string | null,
    signal: AbortSignal,
  ): Promise<ExecutionResult> {
    if (environment === null) throw new Error('a run succeeded in an environment that cannot be named');
    const reproducibility = await this.compare(first, second, execution, signal).finally(() =>
      second.stored.file.discard(),
    );
    const { data_hash, rows, columns, file } = first.stored;
    const { object, bytes } = await this.warehouse.adopt(file);
    const { stdout, stderr, duration_ms, peak_rss_bytes } = first.trace;
    return {
      outcome: 'succeeded',
      stdout,
      stderr,
      duration_ms,
      peak_rss_bytes,
      environment,
      table: { data_hash, object, rows, bytes, columns },
      reproducibility,
    };
  }

  private async compare(
    first: RunTable,
    second: RunTable,
    execution: Execution,
    signal: AbortSignal,
  ): Promise<Reproducibility> {
    const { ordered, tolerance, caller } = execution;
    const second_hash = second.stored.data_hash;
    const clock = unseenOf(second.trace.stderr);
    if (first.stored.data_hash === second_hash)
      return { identical: true, within_tolerance: true, second_hash, detail: `Both runs gave the same rows.${clock}` };
    const compared = await this.ingest.compare(
      first.stored.file.path,
      second.stored.file.path,
      { ordered, tolerance: tolerance ?? 0 },
      { caller, signal },
    );
    const within = tolerance !== null && compared.within;
    const cause = within ? '' : await this.causes.of(first, execution, signal);
    return { identical: false, within_tolerance: within, second_hash, detail: `${compared.detail}${cause}${clock}` };
  }
}

function failure({ reason, message, traceback, trace }: ExecutionFailed, environment: string | null): ExecutionResult {
  const { stdout, stderr, duration_ms, peak_rss_bytes } = trace;
  return { outcome: 'failed', stdout, stderr, duration_ms, peak_rss_bytes, environment, reason, message, traceback };
}
