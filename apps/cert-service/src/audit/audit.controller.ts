import { Controller, Inject } from '@nestjs/common';
import { appendAudit, listAudit, type RequestOf, type ResponseOf, verifyAudit } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { AUDIT_LOG, type AuditLog } from './audit.ports';
import { ListRecords } from './list-records';
import { readSequenceCursor } from './sequence-cursor';
import { VerifyAudit } from './verify-audit';

@Controller()
export class AuditController {
  constructor(
    @Inject(AUDIT_LOG) private readonly log: AuditLog,
    private readonly records: ListRecords,
    private readonly verification: VerifyAudit,
  ) {}

  @Handles(appendAudit)
  append(
    { entries }: RequestOf<typeof appendAudit>,
    { deadline }: CallContext,
  ): Promise<ResponseOf<typeof appendAudit>> {
    return this.log.append(entries, deadline);
  }

  @Handles(listAudit)
  async list({ query }: RequestOf<typeof listAudit>, { signal }: CallContext): Promise<ResponseOf<typeof listAudit>> {
    const { limit, cursor, target, target_type, ...filter } = query;
    const { items, before } = await this.records.run(
      { ...filter, targetName: target, targetType: target_type },
      readSequenceCursor(cursor),
      limit,
      signal,
    );
    return { items, next_cursor: before === null ? null : String(before) };
  }

  @Handles(verifyAudit)
  verify({ query }: RequestOf<typeof verifyAudit>, { signal }: CallContext): Promise<ResponseOf<typeof verifyAudit>> {
    return this.verification.run(query.anchor, signal);
  }
}
