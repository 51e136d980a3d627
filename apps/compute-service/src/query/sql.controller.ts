import { Controller } from '@nestjs/common';
import {
  cancelSql,
  draftDerivation,
  type FileReply,
  getSql,
  listSql,
  queryTables,
  recordQueries,
  type RequestOf,
  type ResponseOf,
  runSql,
} from '@svc/contracts';
import { type CallContext, type ClaimedAnswer, Handles } from '@svc/platform';
import { CancelSql } from './cancel-sql';
import { DraftDerivation } from './draft/draft-derivation';
import { QueryTables } from './query-tables';
import { ReadQueries } from './read-queries';
import { RecordQuery } from './record-query';
import { RunSql } from './run-sql';

@Controller()
export class SqlController {
  constructor(
    private readonly sql: RunSql,
    private readonly tables: QueryTables,
    private readonly queries: ReadQueries,
    private readonly cancelling: CancelSql,
    private readonly drafting: DraftDerivation,
    private readonly records: RecordQuery,
  ) {}

  @Handles(runSql)
  run(
    request: RequestOf<typeof runSql>,
    context: CallContext,
  ): Promise<ResponseOf<typeof runSql> | ClaimedAnswer | FileReply> {
    return this.sql.run(request, context);
  }

  @Handles(listSql)
  list({ query }: RequestOf<typeof listSql>, context: CallContext): Promise<ResponseOf<typeof listSql>> {
    return this.queries.list(query, context);
  }

  @Handles(getSql)
  get({ params }: RequestOf<typeof getSql>, context: CallContext): Promise<ResponseOf<typeof getSql>> {
    return this.queries.get(params.id, context);
  }

  @Handles(cancelSql)
  cancel({ params }: RequestOf<typeof cancelSql>, context: CallContext): Promise<ResponseOf<typeof cancelSql>> {
    return this.cancelling.cancel(params.id, context);
  }

  @Handles(draftDerivation)
  draft(request: RequestOf<typeof draftDerivation>, context: CallContext): Promise<ResponseOf<typeof draftDerivation>> {
    return this.drafting.draft(request, context);
  }

  @Handles(queryTables)
  query(
    request: RequestOf<typeof queryTables>,
    context: CallContext,
  ): Promise<ResponseOf<typeof queryTables> | ClaimedAnswer> {
    return this.tables.query(request, context);
  }

  @Handles(recordQueries)
  record({ records }: RequestOf<typeof recordQueries>): ResponseOf<typeof recordQueries> {
    this.records.note(records);
    return {};
  }
}
