import { Inject, Injectable } from '@nestjs/common';
import { sha256Digest } from '@svc/audit-chain';
import type { Attestation, ExecutionResult } from '@svc/contracts';
import type { RunIdentity } from '../derivation/derivation-version';
import { questionFamily } from './run';
import { ATTEMPT_LEDGER, type AttemptLedger, ORACLE, type Oracle, type Standings } from './run.ports';

/** What is put to the oracle: an execution, and the identity that says what was asked of it. */
export interface Inquiry {
  readonly identity: RunIdentity;
  readonly execution: ExecutionResult;
  readonly tolerance: number | null;
}

/** Has the oracle judge the rows of an execution, with the number of attempts it took. */
@Injectable()
export class AskOracle {
  constructor(
    @Inject(ORACLE) private readonly oracle: Oracle,
    @Inject(ATTEMPT_LEDGER) private readonly ledger: AttemptLedger,
  ) {}

  /** Null when nothing was claimed or nothing came out. The attempt counts either way: a failed try was still a try. */
  async ask(inquiry: Inquiry, signal: AbortSignal): Promise<Attestation | null> {
    if (inquiry.identity.claim === null) return null;
    return this.judge(inquiry, await this.ledger.count(...place(inquiry.identity)), signal);
  }

  /** The same verdict without the attempt: exploring is free, but that somebody looked is recorded. */
  async preview(inquiry: Inquiry, actor: string, signal: AbortSignal): Promise<Attestation | null> {
    return this.judge(inquiry, await this.ledger.look(...place(inquiry.identity), actor), signal);
  }

  private async judge({ identity, execution, tolerance }: Inquiry, { attempts, looks }: Standings, signal: AbortSignal): Promise<Attestation | null> {
    const { claim, contract } = identity;
    if (claim === null || execution.outcome === 'failed') return null;
    const { identical, within_tolerance, detail } = execution.reproducibility;
    const reproducibility = { identical: identical || within_tolerance, tolerance, detail };
    const found = await this.oracle.attest({ table: execution.table, claim, contract, reproducibility, attempts, seed: execution.table.data_hash }, signal);
    return { ...found, oracle: { ...found.oracle, looks } };
  }
}

/** Family and hypothesis: the line of questioning, and this question in it. */
function place(identity: RunIdentity): [family: string, hypothesis: string] {
  return [sha256Digest(questionFamily(identity)), sha256Digest({ code: identity.code_hash, params: identity.params, claim: identity.claim })];
}
