import { Inject, Injectable } from '@nestjs/common';
import type { Warehouse } from '@svc/warehouse';
import { IssueCertificate } from './issue-certificate';
import { AskOracle } from './ask-oracle';
import { CertifiedNow } from './certified-now';
import { composeRun } from './compose-run';
import { ResolveInputs } from './resolve-inputs';
import type { StoredRun } from './run';
import type { RunRecord } from './run-record';
import { WAREHOUSE } from '../warehouse';
import { RUN_STORE, type RunStore } from './run.ports';

/** The steps of a run that have helpers of their own. */
@Injectable()
export class RunSteps {
  constructor(
    readonly inputs: ResolveInputs,
    readonly oracle: AskOracle,
    readonly certified: CertifiedNow,
    private readonly certificates: IssueCertificate,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'has'>,
  ) {}

  /** False when the rows of a run are damaged or lost: running again brings the same rows back. */
  async keepsRows({ table }: StoredRun): Promise<boolean> {
    return table === null || this.warehouse.has(table.object);
  }

  /** Keeps the run, and signs what the oracle found, in one transaction; answers with what is kept. */
  async record(end: RunRecord): Promise<StoredRun> {
    const composed = composeRun(end);
    const certificate = await this.certificates.issue(composed);
    const run = { ...composed, run: { ...composed.run, certificate_digest: certificate?.digest ?? null } };
    await this.runs.record(run, certificate);
    return (await this.runs.find(end.runId)) ?? run;
  }
}
