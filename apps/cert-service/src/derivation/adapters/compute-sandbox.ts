import { Injectable } from '@nestjs/common';
import {
  describeProject,
  executionResult,
  type ExecutionResult,
  getJob,
  type Job,
  type Principal,
  ProblemError,
  queryTables,
  resolveDatasets,
  type RowSet,
  sampleTable,
  startExecution,
  type TableVersion,
} from '@svc/contracts';
import { type CallOrigin, followJob, NatsLink, RpcClient, servicePrincipal } from '@svc/platform';
import type { LargeTables, RowSample, SampleRequest } from '../../oracle/large-tables';
import type { TableReader } from '../../run/read-rows';
import type { OracleContext } from '../../run/run.ports';
import type { DatasetCatalog, ExecutionRequest, ProjectDescription, Sandbox } from '../derivation.ports';

const SELF = servicePrincipal('cert');

/** Author code, dataset names, table reads and samples, answered by compute-service. */
@Injectable()
export class ComputeSandbox implements Sandbox, DatasetCatalog, TableReader, LargeTables {
  constructor(
    private readonly rpc: RpcClient,
    private readonly link: NatsLink,
  ) {}

  describe(files: Readonly<Record<string, string>>, context: CallOrigin): Promise<ProjectDescription> {
    return this.rpc.call(describeProject, { files: { ...files } }, context);
  }

  async execute(
    { runId, derivation, params, inputs }: ExecutionRequest,
    context: CallOrigin,
    progress: (message: string) => void,
  ): Promise<ExecutionResult> {
    const { manifest, files } = derivation;
    const started = await this.rpc.call(
      startExecution,
      {
        command_id: runId,
        derivation: manifest.name,
        files: { ...files },
        entry: manifest.file,
        function: manifest.function,
        params: { ...params },
        inputs: { ...inputs },
        ordered: manifest.ordered,
        tolerance: manifest.tolerance,
      },
      context,
      { retry: true },
    );
    const ask = (id: string): Promise<Job> =>
      this.rpc.call(getJob, { params: { id }, query: {} }, context, { retry: true });
    let newest = started;
    const following = followJob(ask, started.id, {
      link: this.link,
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
    for await (newest of following) progress(newest.progress.message);
    if (newest.error !== null) throw ProblemError.fromProblem(newest.error);
    return executionResult.parse(newest.result);
  }

  async resolve(
    names: readonly string[],
    context: CallOrigin,
    as?: Principal,
  ): Promise<Readonly<Record<string, TableVersion>>> {
    if (names.length === 0) return {};
    const request = { names: [...new Set(names)], ...(as === undefined ? {} : { as }) };
    const origin = as === undefined ? context : { ...context, principal: SELF };
    const { datasets } = await this.rpc.call(resolveDatasets, request, origin, { retry: true });
    return Object.fromEntries(Object.entries(datasets).map(([name, { version }]) => [name, version]));
  }

  firstRows(table: TableVersion, limit: number, context: CallOrigin): Promise<RowSet> {
    return this.rpc.call(queryTables, { sql: 'select * from rows', limit, tables: { rows: table } }, context, {
      retry: true,
    });
  }

  sample(table: TableVersion, { columns, ...request }: SampleRequest, context: OracleContext): Promise<RowSample> {
    return this.rpc.call(sampleTable, { table, columns: [...columns], ...request }, context, { retry: true });
  }

  async oneRow(
    tables: Readonly<Record<string, TableVersion>>,
    sql: string,
    parameters: readonly string[],
    context: OracleContext,
  ): Promise<readonly unknown[]> {
    const { rows } = await this.rpc.call(
      queryTables,
      { sql, parameters: [...parameters], limit: 1, tables: { ...tables } },
      context,
      { retry: true },
    );
    return rows[0] ?? [];
  }
}
