import { Inject, Injectable } from '@nestjs/common';
import { sha256Digest } from '@svc/audit-chain';
import type { Attestation, ExecutionResult } from '@svc/contracts';
import type { RunIdentity } from '../derivation/derivation-version';
import { questionFamily } from './run';
import { ATTEMPT_LEDGER, type AttemptLedger, ORACLE, type Oracle } from './run.ports';

/** Counts the attempt and has the oracle judge the rows of an execution. */
@Injectable()
export class AskOracle {
  constructor(
    @Inject(ORACLE) private readonly oracle: Oracle,
    @Inject(ATTEMPT_LEDGER) private readonly attempts: AttemptLedger,
  ) {}

  /** Null when nothing was claimed or nothing came out. The attempt counts either way: a failed try was still a try. */
  async ask(identity: RunIdentity, execution: ExecutionResult, tolerance: number | null, signal: AbortSignal): Promise<Attestation | null> {
    const { claim, contract } = identity;
    if (claim === null) return null;
    const attempts = await this.attempts.count(
      sha256Digest(questionFamily(identity)),
      sha256Digest({ code: identity.code_hash, params: identity.params, claim }),
    );
    if (execution.outcome === 'failed') return null;
    const { identical, within_tolerance, detail } = execution.reproducibility;
    const reproducibility = { identical: identical || within_tolerance, tolerance, detail };
    return this.oracle.attest({ table: execution.table, claim, contract, reproducibility, attempts, seed: execution.table.data_hash }, signal);
  }
}
