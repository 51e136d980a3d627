import { Inject, Injectable } from '@nestjs/common';
import { sha256Digest } from '@svc/audit-chain';
import type { ExecutionResult, TableVersion } from '@svc/contracts';
import type { StoredDerivation } from '../../definition/derivation.ports';
import type { RunIdentity } from '../../definition/derivation-version';
import { answersQuestions, isOfSameRows, suggestionDigest } from './following';
import { outcomeColumn, questionFamily, questionLine, type StoredRun } from '../run';
import {
  type Attempt,
  ATTEMPT_LEDGER,
  type AttemptLedger,
  type Judgement,
  ORACLE,
  type Oracle,
  type OracleContext,
  type Standings,
} from '../run.ports';

/** The question to the oracle: an execution, and the identity of its claim. */
export interface Inquiry {
  readonly derivation: StoredDerivation;
  readonly identity: RunIdentity;
  readonly inputs: Readonly<Record<string, TableVersion>>;
  readonly execution: ExecutionResult;
  readonly at: Date;
  /** The newest run so far. */
  readonly before: StoredRun | null;
}

/** Has the oracle judge the rows of an execution, given the number of attempts. */
@Injectable()
export class AskOracle {
  constructor(
    @Inject(ORACLE) private readonly oracle: Oracle,
    @Inject(ATTEMPT_LEDGER) private readonly ledger: AttemptLedger,
  ) {}

  /** Null when nothing was claimed or nothing came out. The attempt counts either way: a failed one was still an attempt. */
  async ask(inquiry: Inquiry, context: OracleContext): Promise<Judgement | null> {
    if (inquiry.identity.claim === null) return null;
    return this.judge(inquiry, await this.ledger.count(await this.attempt(inquiry, context)), context);
  }

  /** The same verdict without an attempt: previews do not count, but are recorded. */
  async preview(inquiry: Inquiry, context: OracleContext): Promise<Judgement | null> {
    return this.judge(
      inquiry,
      await this.ledger.look(await this.attempt(inquiry, context), context.principal.id),
      context,
    );
  }

  private async attempt(inquiry: Inquiry, context: OracleContext): Promise<Attempt> {
    const { identity, before } = inquiry;
    return {
      family: await this.family(inquiry, context),
      hypothesis: hypothesisOf(identity),
      follows: (await this.isFollowing(inquiry)) && before !== null ? hypothesisOf(before.identity) : null,
    };
  }

  /** The declared family; or, if the content of the outcome column was tested under another name, the family of that name. */
  private async family(
    { derivation: { owner }, identity, execution }: Inquiry,
    context: OracleContext,
  ): Promise<string> {
    const family = sha256Digest(questionFamily(identity, owner));
    const column = identity.claim === null ? null : outcomeColumn(identity.claim);
    if (column === null || execution.outcome === 'failed') return family;
    const content = await this.oracle.contentOf(execution.table, column, context);
    return content === null
      ? family
      : this.ledger.familyOf(sha256Digest(questionLine(identity, owner)), content, family);
  }

  /** Whether the claim is what the newest verdict asked for, or what these rows suggested, about the same code and data. */
  private async isFollowing({ identity, before, execution }: Inquiry): Promise<boolean> {
    if (before === null || identity.claim === null || !isOfSameRows(before.identity, identity)) return false;
    if (answersQuestions(before, identity.claim)) return true;
    return (
      execution.outcome === 'succeeded' &&
      this.ledger.wasSuggested(execution.table.data_hash, suggestionDigest(identity.claim))
    );
  }

  private async judge(
    { derivation: { manifest }, identity, inputs, execution, at, before }: Inquiry,
    { attempts, looks }: Standings,
    context: OracleContext,
  ): Promise<Judgement | null> {
    const { claim, contract } = identity;
    if (claim === null || execution.outcome === 'failed') return null;
    const { identical, within_tolerance, detail } = execution.reproducibility;
    const { attestation, pictures } = await this.oracle.judge(
      {
        derivation: manifest.name,
        table: execution.table,
        claim,
        contract,
        inputs,
        attempts,
        seed: execution.table.data_hash,
        contractContext: { now: at.getTime(), previousRowCount: before?.run.rows ?? null },
        reproducibility: { identical: identical || within_tolerance, tolerance: manifest.tolerance, detail },
      },
      context,
    );
    return { attestation: { ...attestation, oracle: { ...attestation.oracle, looks } }, pictures };
  }
}

/** This question in its line of questioning. */
function hypothesisOf({ code_hash, params, claim }: RunIdentity): string {
  return sha256Digest({ code: code_hash, params, claim });
}
