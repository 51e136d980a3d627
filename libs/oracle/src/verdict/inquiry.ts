import type { Claim } from '../claim/claim';
import type { ContractReport } from '../contract/contract-report';
import type { Evidence, Examined } from '../evidence/evidence';
import { examineStudy } from '../evidence/examine';
import { extremePair } from '../evidence/groups-evidence';
import { type Random, seededRandom } from '../statistics/sample/hash-random';
import { buildStudy } from '../study/build-study';
import { type Distinct, withoutCopies } from '../study/rows/distinct-rows';
import type { BuiltStudy, ContrastStudy, Study } from '../study/study';
import type { Table } from '../table/table';
import { attemptLevel } from './attempt-level';

/** Whether a second run gave the same output. */
export interface Reproducibility {
  readonly identical: boolean;
  readonly tolerance?: number;
  readonly detail: string;
}

export interface InquiryInput {
  readonly table: Table;
  readonly claim: Claim;
  readonly contract: ContractReport | null;
  readonly reproducibility: Reproducibility | null;
  readonly attempts: number;
  readonly alpha: number;
  readonly seed: string;
  /** The tables that the judged one was made from. */
  readonly sources?: readonly { readonly name: string; readonly rows: number }[];
}

/** Everything the gates may look at; built once per attestation, expensive parts on first use. */
export class Inquiry {
  readonly built: BuiltStudy;
  private examined: Examined | null = null;
  private pair: ContrastStudy | null = null;

  /** The table with copies of rows left out: they are no evidence. */
  readonly distinct: Distinct;

  constructor(readonly input: InquiryInput) {
    this.distinct = withoutCopies(input.table, input.claim);
    this.built = buildStudy(this.distinct.table, input.claim);
  }

  get claim(): Claim {
    return this.input.claim;
  }

  get table(): Table {
    return this.distinct.table;
  }

  /** The level this attempt has to pass. */
  get level(): number {
    return attemptLevel(this.input.alpha, this.input.attempts);
  }

  get study(): Study | null {
    return this.built.ok ? this.built.study : null;
  }

  /** The study as one coefficient: itself, or the two groups furthest apart. */
  contrastStudy(): ContrastStudy | null {
    const { study } = this;
    if (study?.shape === 'contrast') return study;
    if (study?.shape !== 'groups') return null;
    this.pair ??= extremePair(study);
    return this.pair;
  }

  /** The primary test. */
  examine(): Examined {
    this.examined ??= this.built.ok
      ? examineStudy(this.built.study, this.claim, this.input.seed)
      : { impossible: this.built.reason };
    return this.examined;
  }

  /** The primary test's result, or null when it could not be made. */
  evidence(): Evidence | null {
    const examined = this.examine();
    return 'impossible' in examined ? null : examined;
  }

  /** Random numbers that belong to one gate: adding a gate changes no other gate's draws. */
  random(gate: string): Random {
    return seededRandom(this.seedOf(gate));
  }

  seedOf(gate: string): string {
    return `${this.input.seed}/${gate}`;
  }
}
