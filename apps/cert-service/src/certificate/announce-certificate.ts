import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { AuditEntry } from '@svc/contracts';
import { Outbox, type OutboxMessage } from '@svc/platform';
import { AUDIT_LOG, type AuditLog } from '../audit/audit.ports';
import { CERTIFICATE_ISSUED, certificateNotice } from '../run/certificate/certificate-notice';

/** Records the digest of each certificate in the audit log, so that an inclusion proof shows when it existed. */
@Injectable()
export class AnnounceCertificate implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    @Inject(AUDIT_LOG) private readonly audit: AuditLog,
  ) {}

  onModuleInit(): void {
    this.outbox.register(CERTIFICATE_ISSUED, (message) => this.announce(message));
  }

  /** A message delivered twice has the same id, and becomes one record. */
  private async announce(message: OutboxMessage): Promise<void> {
    const { run_id, derivation, actor, digest, at } = certificateNotice.parse(message.payload);
    const entry: AuditEntry = {
      id: message.id,
      at,
      actor,
      action: CERTIFICATE_ISSUED,
      method: '-',
      route: '-',
      target: { type: 'certificate', name: derivation },
      outcome: 'ok',
      status: 201,
      duration_us: 0,
      trace_id: createHash('sha256').update(run_id).digest('hex').slice(0, 32),
      detail: { digest, run: run_id },
    };
    await this.audit.append([entry]);
  }
}
