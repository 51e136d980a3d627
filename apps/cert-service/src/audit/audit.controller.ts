import { Controller, Inject } from '@nestjs/common';
import {
  appendAudit,
  type AuditEntry,
  listAudit,
  type Principal,
  ProblemError,
  type RequestOf,
  type ResponseOf,
  verifyAudit,
} from '@svc/contracts';
import { type CallContext, cursorAfter, Handles, numberBefore, REFUSED } from '@svc/platform';
import { AUDIT_LOG, type AuditLog } from './audit.ports';
import { ListRecords } from './list-records';
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
    { principal, deadline }: CallContext,
  ): Promise<ResponseOf<typeof appendAudit>> {
    requireOwnRefusals(entries, principal);
    return this.log.append(entries, deadline);
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

/** The gateway records what people do; every other service only what it refused itself, so that nobody else writes history. */
function requireOwnRefusals(entries: readonly AuditEntry[], { id }: Principal): void {
  if (id === 'service:gateway') return;
  const own = entries.every(
    ({ action, detail }) => action === REFUSED && id === `service:${String(detail['service'])}`,
  );
  if (!own) throw new ProblemError('forbidden', `"${id}" may only record its own refusals in the audit log.`);
}
