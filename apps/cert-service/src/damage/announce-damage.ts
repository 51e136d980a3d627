import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { AuditEntry } from '@svc/contracts';
import { CLOCK, type Clock, Outbox, type OutboxMessage, servicePrincipal } from '@svc/platform';
import { z } from 'zod';
import { AUDIT_LOG, type AuditLog } from '../audit/audit.ports';

/** Outbox topic: a stored object is damaged. */
export const DAMAGE_FOUND = 'storage.damaged';

/** The longest text that a detail of a record may have. */
const DETAIL_CHARACTERS = 200;
const notice = z.object({ object: z.string(), found_at: z.string(), detail: z.string() });

/** Records each damage in the audit log: from then on nothing computed from those rows is certified, and the log says why. */
@Injectable()
export class AnnounceDamage implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    @Inject(AUDIT_LOG) private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.register(DAMAGE_FOUND, (message) => this.announce(message));
  }

  /** A message delivered twice has the same id, and becomes one record. */
  private async announce(message: OutboxMessage): Promise<void> {
    const { object, found_at, detail } = notice.parse(message.payload);
    const entry: AuditEntry = {
      id: message.id,
      at: this.clock.now().toISOString(),
      actor: servicePrincipal('cert').id,
      action: DAMAGE_FOUND,
      method: '-',
      route: '-',
      target: { type: 'object', name: object },
      outcome: 'error',
      status: 500,
      duration_us: 0,
      trace_id: createHash('sha256').update(`${object} ${found_at}`).digest('hex').slice(0, 32),
      detail: { found_at: shortened(found_at), detail: shortened(detail) },
    };
    await this.audit.append([entry]);
  }
}

function shortened(text: string): string {
  return text.length <= DETAIL_CHARACTERS ? text : `${text.slice(0, DETAIL_CHARACTERS - 1)}…`;
}
