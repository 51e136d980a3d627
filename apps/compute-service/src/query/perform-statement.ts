import { Injectable } from '@nestjs/common';
import type { CallContext } from '@svc/platform';
import type { OnProgress } from '../process/worker';
import { InspectStatement } from '../query-engine/inspect-statement';
import type { Tables } from '../table/row-files';
import { type Outcome, RecordQuery } from './record-query';
import { ResolveSources, type Source } from './resolve-sources';
import { RunningQueries } from './running-queries';

/** A statement whose tables are known and may be read. */
export interface ReadyStatement {
  readonly sources: ReadonlyMap<string, Source>;
  readonly tables: Tables;
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * What every statement of a person or program passes through, whatever becomes of its rows: it can be found and cancelled
 * under its id, its names are resolved to what the caller may see, even when the answer is cached, and it is recorded.
 */
@Injectable()
export class PerformStatement {
  constructor(
    private readonly inspecting: InspectStatement,
    private readonly resolving: ResolveSources,
    private readonly running: RunningQueries,
    private readonly records: RecordQuery,
  ) {}

  run<T extends Outcome>(
    statement: { readonly id: string; readonly sql: string },
    context: CallContext,
    work: (ready: ReadyStatement) => Promise<T>,
  ): Promise<T & { readonly durationMs: number }> {
    const caller = context.principal.id;
    return this.records.run(statement, context, (note) =>
      this.running.track({ ...statement, caller }, context.signal, async (signal, onProgress) => {
        const sources = await this.resolving.resolve(
          await this.inspecting.tablesOf(statement.sql, caller, signal),
          context,
        );
        const tables = Object.fromEntries([...sources].map(([name, source]) => [name, source.table]));
        note(tables);
        return work({ sources, tables, caller, signal, onProgress });
      }),
    );
  }
}
