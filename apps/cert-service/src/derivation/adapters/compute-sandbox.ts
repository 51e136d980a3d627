import { Injectable } from '@nestjs/common';
import { describeProject, executionResult, type ExecutionResult, ProblemError, queryTables, resolveDatasets, type RowSet, startExecution, type TableVersion } from '@svc/contracts';
import { type CallContext, RpcClient, waitForJob } from '@svc/platform';
import type { TableReader } from '../../run/read-rows';
import type { DatasetCatalog, ExecutionRequest, ProjectDescription, Sandbox } from '../derivation.ports';

/** Author code, dataset names and table reads, answered by compute-service. */
@Injectable()
export class ComputeSandbox implements Sandbox, DatasetCatalog, TableReader {
  constructor(private readonly rpc: RpcClient) {}

  describe(files: Readonly<Record<string, string>>, context: CallContext): Promise<ProjectDescription> {
    return this.rpc.call(describeProject, { files: { ...files } }, context);
  }

  async execute({ runId, derivation, params, inputs }: ExecutionRequest, context: CallContext, progress: (message: string) => Promise<void>): Promise<ExecutionResult> {
    const { manifest, files } = derivation;
    const started = await this.rpc.call(startExecution, {
      command_id: runId,
      derivation: manifest.name,
      files: { ...files },
      entry: manifest.file,
      function: manifest.function,
      params: { ...params },
      inputs: { ...inputs },
      ordered: manifest.ordered,
      tolerance: manifest.tolerance,
    }, context, { retry: true });
    const ended = await waitForJob(this.rpc, started.id, { context, onProgress: (job) => progress(job.progress.message) });
    if (ended.error !== null) throw ProblemError.fromProblem(ended.error);
    return executionResult.parse(ended.result);
  }

  async resolve(names: readonly string[], context: CallContext): Promise<Readonly<Record<string, TableVersion>>> {
    if (names.length === 0) return {};
    const { datasets } = await this.rpc.call(resolveDatasets, { names: [...new Set(names)] }, context, { retry: true });
    return Object.fromEntries(Object.entries(datasets).map(([name, { version }]) => [name, version]));
  }

  firstRows(table: TableVersion, limit: number, context: CallContext): Promise<RowSet> {
    return this.rpc.call(queryTables, { sql: 'select * from rows', limit, tables: { rows: table } }, context, { retry: true });
  }
}
