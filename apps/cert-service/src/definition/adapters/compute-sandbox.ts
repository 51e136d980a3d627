import { Injectable } from '@nestjs/common';
import {
  describeProject,
  executionResult,
  type ExecutionResult,
  getJob,
  type Job,
  ProblemError,
  startExecution,
} from '@svc/contracts';
import { type CallOrigin, followJob, NatsLink, RpcClient } from '@svc/platform';
import type { ExecutionRequest, ProjectDescription, Sandbox } from '../derivation.ports';

/** Author code, run by compute-service. */
@Injectable()
export class ComputeSandbox implements Sandbox {
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
}
