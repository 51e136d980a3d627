import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type RowSet, sourceOf, type SourceRef, type TableVersion } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../../definition/derivation.ports';
import { findDerivation } from '../../definition/find-derivation';
import { RUN_STORE, type RunStore } from '../run.ports';

/** Reads the first rows of a table through the one query path. */
export interface TableReader {
  firstRows(table: TableVersion, limit: number, context: CallOrigin): Promise<RowSet>;
}
export const TABLE_READER = Symbol('TableReader');

/** The rows of the newest run that has any. */
@Injectable()
export class ReadRows {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(TABLE_READER) private readonly tables: TableReader,
  ) {}

  async read(source: SourceRef, limit: number, context: CallOrigin): Promise<RowSet> {
    await findDerivation(this.derivations, source.derivation, context.principal);
    const table = (await this.runs.newest(source))?.table ?? null;
    if (table === null)
      throw new ProblemError(
        'not-found',
        `"${sourceOf(source.derivation, source.set)}" has no rows: its newest run failed, or it has never run.`,
      );
    return this.tables.firstRows(table, limit, context);
  }
}
