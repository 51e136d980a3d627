import { Inject, Injectable } from '@nestjs/common';
import { type Principal, type RunResult, sourceOf } from '@svc/contracts';
import type { Warehouse } from '@svc/warehouse';
import { WAREHOUSE } from '../warehouse';
import { CertifiedNow } from './input/certified-now';
import { composeRun } from './compose-run';
import { IssueCertificate } from './certificate/issue-certificate';
import type { StoredRun } from './run';
import type { RunRecord } from './run-record';
import { RUN_STORE, type RunStore } from './run.ports';

/** The stored runs of derivations, and their current standing. */
@Injectable()
export class RunHistory {
  constructor(
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'has'>,
    private readonly certificates: IssueCertificate,
    private readonly certified: CertifiedNow,
  ) {}

  find(id: string): Promise<StoredRun | null> {
    return this.runs.find(id);
  }

  newest(source: Parameters<RunStore['newest']>[0]): Promise<StoredRun | null> {
    return this.runs.newest(source);
  }

  /** False if the rows of a run are damaged or lost: running again restores the same rows. */
  async keepsRows({ table }: StoredRun): Promise<boolean> {
    return table === null || this.warehouse.has(table.object);
  }

  /** Stores the run and signs the oracle's findings, in one transaction; returns the stored run. */
  async record(end: RunRecord): Promise<StoredRun> {
    const composed = composeRun(end);
    const certificate = await this.certificates.issue(composed);
    const run = { ...composed, run: { ...composed.run, certificate_digest: certificate?.digest ?? null } };
    await this.runs.record(run, certificate);
    return (await this.runs.find(end.runId)) ?? run;
  }

  /** The result of a run's job, as this principal sees it. */
  async result({ run }: StoredRun, unchanged: boolean, principal: Principal): Promise<RunResult> {
    const { id, outcome, verdict, reason, certificate_digest } = run;
    const now = await this.certified.named(sourceOf(run.derivation, run.parameter_set), principal);
    return {
      run_id: id,
      outcome,
      verdict,
      reason,
      certificate_digest,
      unchanged,
      certified: now?.certified ?? false,
      certification_reason: now?.reason ?? 'It no longer exists.',
    };
  }
}
