import { Controller } from '@nestjs/common';
import { cancelSql, queryTables, type RequestOf, type ResponseOf, runSql } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { CancelSql } from './cancel-sql';
import { QueryTables } from './query-tables';
import { RunSql } from './run-sql';

@Controller()
export class SqlController {
  constructor(
    private readonly sql: RunSql,
    private readonly tables: QueryTables,
    private readonly cancelling: CancelSql,
  ) {}

  @Handles(runSql)
  run(request: RequestOf<typeof runSql>, context: CallContext): Promise<ResponseOf<typeof runSql>> {
    return this.sql.run(request, context);
  }

  @Handles(cancelSql)
  cancel({ params }: RequestOf<typeof cancelSql>, context: CallContext): Promise<ResponseOf<typeof cancelSql>> {
    return this.cancelling.run(params.id, context);
  }

  @Handles(queryTables)
  query(request: RequestOf<typeof queryTables>, context: CallContext): Promise<ResponseOf<typeof queryTables>> {
    return this.tables.run(request, context);
  }
}
