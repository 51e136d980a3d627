import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '@svc/contracts';
import { z } from 'zod';
import { AUDIT_LOG, type AuditLog } from '../audit/audit.ports';

/** Outbox topic: a certificate exists. */
export const CERTIFICATE_ISSUED = 'certificate.issued';

const notice = z.object({ run_id: z.uuid(), derivation: z.string(), actor: z.string(), digest: z.string() });

/** Puts the digest of each certificate into the audit log, so that an inclusion proof shows when it existed. */
@Injectable()
export class AnnounceCertificate {
  constructor(@Inject(AUDIT_LOG) private readonly audit: AuditLog) {}

  /** `id` and `at` are those of the outbox row: a repeated delivery is the same record. */
  async announce(id: string, at: Date, payload: unknown): Promise<void> {
    const { run_id, derivation, actor, digest } = notice.parse(payload);
    const entry: AuditEntry = {
      id,
      at: at.toISOString(),
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
