import { Controller } from '@nestjs/common';
import { appendAudit, listAudit, type RequestOf, type ResponseOf, verifyAudit } from '@svc/contracts';
import { type CallContext, cursorAfter, Handles, numberBefore } from '@svc/platform';
import { AppendAudit } from './append-audit';
import { ListRecords } from './list-records';
import { VerifyAudit } from './verify-audit';

@Controller()
export class AuditController {
  constructor(
    private readonly appending: AppendAudit,
    private readonly records: ListRecords,
    private readonly verification: VerifyAudit,
  ) {}

  @Handles(appendAudit)
  append(
    { entries }: RequestOf<typeof appendAudit>,
    { principal, deadline }: CallContext,
  ): Promise<ResponseOf<typeof appendAudit>> {
    return this.appending.appendFrom(principal, entries, deadline);
  }

  @Handles(listAudit)
  async list({ query }: RequestOf<typeof listAudit>, { signal }: CallContext): Promise<ResponseOf<typeof listAudit>> {
    const { limit, cursor, target, target_type, ...filter } = query;
    const { items, before } = await this.records.list(
      { ...filter, targetName: target, targetType: target_type },
      numberBefore(cursor),
      limit,
      signal,
    );
    return { items, next_cursor: before === null ? null : cursorAfter(String(before)) };
  }

  @Handles(verifyAudit)
  verify({ query }: RequestOf<typeof verifyAudit>, { signal }: CallContext): Promise<ResponseOf<typeof verifyAudit>> {
    return this.verification.verify(query.anchor, signal);
  }
}
