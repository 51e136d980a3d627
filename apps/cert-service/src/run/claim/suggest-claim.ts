import { Inject, Injectable } from '@nestjs/common';
import { type ClaimSuggestion, DEFAULT_SET, ProblemError } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore } from '../../definition/derivation.ports';
import { findDerivation } from '../../definition/find-derivation';
import { CertifiedNow } from '../input/certified-now';
import type { Progress } from '../run-trial';
import { suggestionDigest } from './following';
import {
  ATTEMPT_LEDGER,
  type AttemptLedger,
  ORACLE,
  type Oracle,
  type OracleContext,
  RUN_STORE,
  type RunStore,
} from '../run.ports';

/** How many steps its `Progress` counts. */
export const SUGGESTION_STEPS = 2;

/** Has the oracle suggest a claim for existing rows of a derivation: runs nothing, judges nothing, counts no attempt. */
@Injectable()
export class SuggestClaim {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(ORACLE) private readonly oracle: Oracle,
    @Inject(ATTEMPT_LEDGER) private readonly ledger: AttemptLedger,
    private readonly certified: CertifiedNow,
  ) {}

  /** For the rows that are certified now, else those of the newest run; `not-found` where there are none. */
  async suggest(name: string, context: OracleContext, progress: Progress): Promise<ClaimSuggestion> {
    const derivation = await findDerivation(this.derivations, name, context.principal);
    const standing = await this.certified.one(derivation, context.principal);
    const stored = standing.certified ? standing.run : await this.runs.newest({ derivation: name, set: DEFAULT_SET });
    if (stored === null || stored.table === null)
      throw new ProblemError('not-found', `"${name}" has no rows: its newest run failed, or it has never run.`);
    progress(1, 'reading its rows');
    const { table } = stored;
    const suggested = await this.oracle.suggest(table, context);
    await this.ledger.suggest(table.data_hash, suggestionDigest(suggested.claim));
    return { derivation: name, run: stored.run.id, data_hash: table.data_hash, ...suggested };
  }
}
