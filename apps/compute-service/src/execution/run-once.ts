import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type RequestOf, type startExecution } from '@svc/contracts';
import { allocatedBytes, type StagedFile } from '@svc/warehouse';
import type { RunOutput, RunTrace, RunVariation, Sandbox, SqlExecutor } from '@svc/runner';
import { IngestEngine, type StoredRows } from '../ingest/ingest-engine';
import { DiskWatch } from '../process/disk-watch';
import { noRoom } from '../process/pool/no-room';
import { WorkStopped } from '../process/pool/supervise';
import { QueryEngine } from '../query-engine/query-engine';
import { RowFiles } from '../table/row-files';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';
import { ExecutionFailed, outputFailed, relationFailed } from './execution-failed';
import { EXECUTION_LIMITS, type ExecutionLimits } from './execution-limits';
import { SANDBOX } from './sandbox-token';

export type Execution = Omit<RequestOf<typeof startExecution>, 'command_id'> & {
  /** The caller: callers take turns at the workers that write tables. Not the one who is charged for the run's own queries. */
  readonly caller: string;
};

/** The result of one run in the sandbox: a table in canonical types, staged, and the trace of the run. */
export interface RunTable {
  readonly stored: StoredRows;
  readonly trace: RunTrace;
}

/** Runs a derivation once in the sandbox, and reads its result outside of it. */
@Injectable()
export class RunOnce {
  constructor(
    @Inject(SANDBOX) private readonly sandbox: Pick<Sandbox, 'runDerivation'>,
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
    @Inject(EXECUTION_LIMITS) private readonly limits: ExecutionLimits,
    private readonly disk: DiskWatch,
    @Inject(QueryEngine) private readonly queries: Pick<QueryEngine, 'toParquet'>,
    @Inject(IngestEngine) private readonly ingest: Pick<IngestEngine, 'readOutput' | 'identify'>,
  ) {}

  /** Rejects with {@link ExecutionFailed} when the run itself failed; then no staged file remains. */
  async run(execution: Execution, signal: AbortSignal, variation: RunVariation = {}): Promise<RunTable> {
    await this.warehouse.floor.require();
    const inputs = await RowFiles.open(this.warehouse, execution.inputs);
    const output = await this.warehouse.stage();
    const disk = this.watchDisk(output.path, signal);
    const asked: StagedFile[] = [];
    try {
      const outcome = await this.sandbox.runDerivation({
        files: execution.files,
        entry: execution.entry,
        function: execution.function,
        params: execution.params,
        inputs: Object.entries(inputs.named).map(([name, { path }]) => ({ name, parquetPath: path })),
        outputPath: output.path,
        sql: this.executor(execution, asked),
        limits: this.limits.sandbox,
        variation,
        signal: disk.signal,
      });
      // Checked first, even after a failure: damaged rows can make any code fail, which is not its author's fault.
      await inputs.recheck();
      disk.throwIfFull();
      if (outcome.outcome === 'failed')
        throw new ExecutionFailed(outcome.reason, outcome.message, outcome, outcome.traceback);
      return await this.take(outcome.output, outcome, execution, signal);
    } finally {
      disk.end();
      await Promise.all([output, ...asked].map((file) => file.discard()));
    }
  }

  /** The output of the author's code is on our disk, and may be sparse or longer than it seems: disk watch applies as to any work. */
  private watchDisk(
    path: string,
    signal: AbortSignal,
  ): { readonly signal: AbortSignal; throwIfFull(): void; end(): void } {
    const stop = new AbortController();
    const end = this.disk.watch({ paths: [path], budget: this.limits.diskBytes }, (why) =>
      stop.abort(new WorkStopped(why)),
    );
    return {
      signal: AbortSignal.any([signal, stop.signal]),
      throwIfFull: () => {
        if (stop.signal.aborted) throw noRoom(stop.signal.reason) ?? stop.signal.reason;
      },
      end,
    };
  }

  private async take(output: RunOutput, trace: RunTrace, execution: Execution, signal: AbortSignal): Promise<RunTable> {
    const { ordered, caller } = execution;
    const started = performance.now();
    const stored = await (output.kind === 'table'
      ? this.ingest
          .readOutput(output.parquetPath, ordered, { caller, signal })
          .catch((error: unknown) => outputFailed(error, trace))
      : this.relation(output.sql, execution, trace, signal));
    return { stored, trace: { ...trace, duration_ms: trace.duration_ms + (performance.now() - started) } };
  }

  /** The rows of a query stay inside the engine from inputs to result. */
  private async relation(
    sql: string,
    { inputs: tables, ordered, caller }: Execution,
    trace: RunTrace,
    signal: AbortSignal,
  ): Promise<StoredRows> {
    const { file } = await this.queries
      .toParquet({ sql, tables, caller, timeoutMs: this.limits.copyMs, signal, settled: true })
      .catch((error: unknown) => relationFailed(error, trace));
    try {
      return await this.ingest.identify(file, ordered, { caller, signal });
    } catch (error) {
      await file.discard();
      return outputFailed(error, trace);
    }
  }

  /** Queries that the author's code sends while it runs; it may move the files away, so they stay until it ends. */
  private executor({ inputs: tables, caller }: Execution, asked: StagedFile[]): SqlExecutor {
    let rest = this.limits.diskBytes;
    return {
      toParquet: async (sql, signal) => {
        if (rest <= 0)
          throw new Error(
            'The answers to the queries of this run take as much disk as a run may. Select fewer rows or columns.',
          );
        const { rows, file } = await this.queries
          .toParquet({ sql, tables, caller, timeoutMs: this.limits.copyMs, signal, settled: true, diskBytes: rest })
          .catch((error: unknown) => {
            throw error instanceof ProblemError ? new Error(error.detail, { cause: error }) : error;
          });
        asked.push(file);
        rest -= await allocatedBytes(file.path);
        return { path: file.path, rows };
      },
    };
  }
}
