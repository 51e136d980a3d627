import { Injectable } from '@nestjs/common';
import {
  attestation,
  type Attestation,
  cancelJob,
  type Claim,
  type Job,
  ProblemError,
  startJob,
  tableJudging,
  type TableVersion,
} from '@svc/contracts';
import { type JobRun, RpcClient, waitForJob } from '@svc/platform';
import type { DataJudge } from '../training.ports';

/** The oracle of cert-service, asked by a job of its own: the same for every try of a training. */
@Injectable()
export class CertJudge implements DataJudge {
  constructor(private readonly rpc: RpcClient) {}

  async judge(table: TableVersion, claim: Claim, run: JobRun<never>): Promise<Attestation> {
    const params = { id: `cert_${run.id.slice(run.id.indexOf('_') + 1)}` };
    const payload = { table, claim };
    await this.rpc.call(startJob, { params, kind: tableJudging.name, payload, priority: 0 }, run, { retry: true });
    const ended = await waitForJob(this.rpc, params.id, run).catch(async (error: unknown) => {
      if (run.signal.aborted) await this.cancel(params.id, run);
      throw error;
    });
    return attestationOf(ended, claim);
  }

  /** Best effort: a verdict that nobody waits for ends by its own time limit. */
  private async cancel(id: string, { signal: _, ...origin }: JobRun<never>): Promise<void> {
    await this.rpc.call(cancelJob, { params: { id }, query: {} }, origin).catch(() => undefined);
  }
}

/** A claim that does not fit the rows is none that the oracle could call sound; every other failure is the training's. */
function attestationOf({ state, result, error }: Job, claim: Claim): Attestation {
  if (state === 'succeeded') return attestation.parse(result);
  if (error === null) throw new ProblemError('conflict', 'The oracle was stopped before it had judged the data.');
  if (error.code !== 'invalid-claim') throw ProblemError.fromProblem(error);
  return {
    question: claim.question,
    kind: claim.kind,
    verdict: 'inconclusive',
    reason: `The oracle cannot judge these data: ${error.detail}`,
    estimate: null,
    adjusted_for: [],
    gates: [],
    skipped: [{ name: 'claim', reason: error.detail }],
    oracle: { version: '', policy: '', alpha: 0, attempts: 1, error_rates: null },
  };
}
