import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/platform';
import { type SharedWarehouse, WAREHOUSE } from '../../warehouse';
import {
  DELETED_TABLES,
  type DeletedTable,
  type DeletedTables,
  EVIDENCE,
  type Evidence,
  REMOVAL_LOG,
  type RemovalLog,
} from './removal.ports';

/** How long the rows of a deleted dataset are kept. */
export const ROWS_KEPT_MS = Symbol('RowsKeptMs');

/** As many as one question to the other services may be about. */
const PAGE = 100;

/**
 * Removes the rows of datasets that were deleted long enough ago, unless a dataset still has them as a version or evidence
 * stands on them. The versions stay, so that histories and audit records still say which rows there were. Rows that are
 * uploaded again meanwhile are not removed: they count as stored from then on, for as long as it takes to record the upload.
 */
@Injectable()
export class RemoveDeletedRows {
  constructor(
    @Inject(DELETED_TABLES) private readonly tables: DeletedTables,
    @Inject(EVIDENCE) private readonly evidence: Evidence,
    @Inject(WAREHOUSE) private readonly warehouse: Pick<SharedWarehouse, 'remove'>,
    @Inject(REMOVAL_LOG) private readonly log: RemovalLog,
    @Inject(ROWS_KEPT_MS) private readonly keptMs: number,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the number of removed tables. May be interrupted anywhere and repeated by any replica. */
  async run(stop: AbortSignal): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.keptMs);
    let removed = 0;
    for (let after: string | null = null; !stop.aborted;) {
      const page = await this.tables.page(before, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      const held = await this.evidence.heldOf(page);
      for (const table of page) if (!held.has(table.object) && (await this.remove(table, before))) removed += 1;
      after = last.object;
    }
    return removed;
  }

  private async remove(table: DeletedTable, before: Date): Promise<boolean> {
    if (!(await this.warehouse.remove(table.object, before))) return false;
    const now = this.clock.now();
    // Recorded first: whoever is interrupted here comes again, and its record is the same.
    await this.log.record(table, now);
    return this.tables.mark(table, now);
  }
}
