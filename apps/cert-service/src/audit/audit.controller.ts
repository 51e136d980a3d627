import { Controller, Inject } from '@nestjs/common';
import { appendAudit, listAudit, type RequestOf, type ResponseOf, verifyAudit } from '@svc/contracts';
import { Handles } from '@svc/platform';
import { AUDIT_LOG, type AuditLog } from './audit.ports';

@Controller()
export class AuditController {
  constructor(@Inject(AUDIT_LOG) private readonly log: AuditLog) {}

  @Handles(appendAudit)
  append({ entries }: RequestOf<typeof appendAudit>): Promise<ResponseOf<typeof appendAudit>> {
    return this.log.append(entries);
  }

  @Handles(listAudit)
  async list({ query }: RequestOf<typeof listAudit>): Promise<ResponseOf<typeof listAudit>> {
    const { limit, cursor, actor, action, target, from, to } = query;
    const before = cursor === undefined ? undefined : Number(cursor);
    const items = await this.log.records({ actor, action, target, from, to, before, limit });
    const last = items.at(-1);
    return { items, next_cursor: items.length === limit && last !== undefined ? String(last.seq) : null };
  }

  @Handles(verifyAudit)
  verify({ query }: RequestOf<typeof verifyAudit>): Promise<ResponseOf<typeof verifyAudit>> {
    return this.log.verify(query.anchor);
  }
}
