import type { Claim } from '../claim/claim';
import type { ContractReport } from '../contract/contract-report';
import type { DataContract } from '../contract/data-contract';
import { checkContract } from '../contract/check-contract';
import type { ContractContext } from '../contract/contract-context';
import type { Estimate } from '../evidence/evidence';
import { GATES } from '../gates/all-gates';
import type { Gate } from '../gates/gate';
import { digitsOf } from '../words/stable-digits';
import type { Table } from '../table/table';
import type { Attestation, GateReport } from '../verdict/attestation';
import { decide } from '../verdict/decide';
import { cautions } from './cautions';
import { designOf } from '../verdict/design-of';
import { errorRateRow } from '../verdict/error-rate-row';
import { Inquiry, type Reproducibility } from '../verdict/inquiry';
import { balanceOf } from './balance';
import { flowOf, type SourceRows } from './flow';
import { sensitivity } from './sensitivity';
import { testedWords } from './tested-words';
import { ALPHA, ORACLE_VERSION, POLICY } from '../verdict/policy';

export interface AttestInput {
  readonly table: Table;
  readonly claim: Claim;
  /** The declared contract; its clauses become one gate. */
  readonly contract?: DataContract;
  /** The result of the declared contract on all rows, if `table` is a sample of them; then `contract` is ignored. */
  readonly contractReport?: ContractReport;
  /** What the contract's freshness, volume and reference clauses need to know. */
  readonly contractContext?: ContractContext;
  /** Outcome of running the derivation twice; absent when it was not run here. */
  readonly reproducibility?: Reproducibility;
  /** Number of this attempt on the same data hash and question family, failed ones counted; 1 unless told. */
  readonly attempts?: number;
  /** The tables that `table` was made from, to say how many rows they had. */
  readonly sources?: readonly SourceRows[];
  readonly alpha?: number;
  readonly seed?: string;
}

/**
 * Judges a claim about a table. Never throws for bad data: a gate that fails is recorded as inconclusive with its
 * error. The same input gives the same attestation to the last digit.
 */
export function attest(input: AttestInput): Attestation {
  return judge(openInquiry(input));
}

/** Everything the gates will look at. */
export function openInquiry(input: AttestInput): Inquiry {
  const { table, claim, contract, alpha = ALPHA, seed = 'svc-oracle' } = input;
  const attempts = Math.max(1, input.attempts ?? 1, claim.declared.attempts_on_this_data ?? 1);
  return new Inquiry({
    table,
    claim,
    attempts,
    alpha,
    seed,
    sources: input.sources ?? [],
    contract:
      input.contractReport ??
      (contract === undefined ? null : checkContract(contract, table, input.contractContext ?? {})),
    reproducibility: input.reproducibility ?? null,
  });
}

/** The attestation of an inquiry; what was computed for it stays in the inquiry. */
export function judge(inquiry: Inquiry): Attestation {
  const { claim } = inquiry;
  const gates: GateReport[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const gate of GATES) {
    if (gate.kinds !== 'all' && !gate.kinds.includes(claim.kind)) continue;
    const result = runGate(gate, inquiry);
    if ('reason' in result) skipped.push(result);
    else gates.push(result);
  }
  return assemble(inquiry, gates, skipped);
}

function assemble(
  inquiry: Inquiry,
  gates: readonly GateReport[],
  skipped: readonly { name: string; reason: string }[],
): Attestation {
  const {
    claim,
    study,
    input: { alpha, attempts },
  } = inquiry;
  const found = claim.kind === 'table' ? null : safeEvidence(inquiry);
  const adjusters = study?.shape === 'contrast' || study?.shape === 'groups' ? study.adjusters.names : [];
  const decided = decide(claim.kind, gates);
  return {
    question: claim.question,
    kind: claim.kind,
    ...decided,
    tested: testedWords(inquiry),
    cautions: cautions(claim, inquiry.table),
    estimate: printable(found?.estimate ?? null),
    adjusted_for: adjusters,
    gates,
    skipped,
    flow: safely(() => flowOf(inquiry, inquiry.input.sources ?? []), null),
    balance: found === null ? [] : safely(() => balanceOf(inquiry), []),
    sensitivity: decided.verdict === 'sound' && found !== null ? sensitivity(inquiry) : [],
    oracle: {
      version: ORACLE_VERSION,
      policy: POLICY,
      alpha,
      attempts,
      error_rates: errorRateRow(claim.kind, study?.n ?? 0, designOf(claim, study)),
    },
  };
}

/** JSON has no NaN: an estimate without a number is none, an interval without ends is none. */
function printable(estimate: Estimate | null): Estimate | null {
  if (estimate === null || !Number.isFinite(estimate.value)) return null;
  const { interval } = estimate;
  const whole = interval !== null && Number.isFinite(interval.low) && Number.isFinite(interval.high);
  return digitsOf({ ...estimate, interval: whole ? interval : null });
}

/** What only describes the rows withholds no verdict. */
function safely<T>(describe: () => T, otherwise: T): T {
  try {
    return describe();
  } catch {
    return otherwise;
  }
}

function safeEvidence(inquiry: Inquiry): ReturnType<Inquiry['evidence']> {
  try {
    return inquiry.evidence();
  } catch {
    return null; // The evidence gate has recorded the error.
  }
}

function runGate(gate: Gate, inquiry: Inquiry): GateReport | { name: string; reason: string } {
  const { name } = gate;
  try {
    const answer = gate.examine(inquiry);
    if ('skip' in answer) return { name, reason: answer.skip };
    const number = (value: number | undefined): number | null =>
      value === undefined || !Number.isFinite(value) ? null : digitsOf(value);
    return {
      name,
      verdict: answer.verdict,
      statistic: number(answer.statistic),
      threshold: number(answer.threshold),
      n: answer.n ?? null,
      seed: answer.seed ?? null,
      detail: answer.detail,
      ...(answer.power === undefined || !Number.isFinite(answer.power) ? {} : { power: digitsOf(answer.power) }),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      name,
      verdict: 'inconclusive',
      statistic: null,
      threshold: null,
      n: null,
      seed: null,
      detail: `the gate failed: ${message}`,
    };
  }
}
