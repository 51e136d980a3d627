import { Inject, Injectable } from '@nestjs/common';
import { type ClaimSuggestion, DEFAULT_SET, ProblemError, sourceOf, type SourceRef } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore } from '../../definition/derivation.ports';
import { findDerivation } from '../../definition/find-derivation';
import { CertifiedNow } from '../input/certified-now';
import type { Progress } from '../run-trial';
import { suggestionDigest } from './following';
import type { StoredRun } from '../run';
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
  async suggest(source: SourceRef, context: OracleContext, progress: Progress): Promise<ClaimSuggestion> {
    const { derivation: name, set } = source;
    const derivation = await findDerivation(this.derivations, name, context.principal);
    const standing = await this.certified.one(derivation, context.principal, set);
    const stored = standing.certified ? standing.run : await this.runs.newest(source);
    if (stored === null || stored.table === null) throw withoutRows(source, stored);
    progress(1, 'reading its rows');
    const { table } = stored;
    const suggested = await this.oracle.suggest(table, context);
    await this.ledger.suggest(table.data_hash, suggestionDigest(suggested.claim));
    return { derivation: name, run: stored.run.id, data_hash: table.data_hash, ...suggested };
  }
}

/** A claim is read off rows: what to do where there are none yet. */
function withoutRows({ derivation, set }: SourceRef, newest: StoredRun | null): ProblemError {
  const source = sourceOf(derivation, set);
  if (newest !== null)
    return new ProblemError(
      'not-found',
      `The newest run of "${source}" ${newest.run.outcome} and left no rows to read: ${newest.run.reason} Run it again: svc derivation run ${source}.`,
    );
  const params = set === DEFAULT_SET ? '' : ' --param …';
  return new ProblemError(
    'not-found',
    `"${source}" has never run, so there are no rows to read. Run it first, with or without a claim: svc derivation run ${source}${params}.`,
  );
}
