import { Inject, Injectable } from '@nestjs/common';
import { appendAudit, type AuditEntry } from '@svc/contracts';
import { NatsLink, RpcClient, servicePrincipal } from '@svc/platform';
import type { AuditLog } from '../audit.ports';

const SELF = servicePrincipal('gateway');

/** The audit log of cert-service, its only writer. */
@Injectable()
export class NatsAuditLog implements AuditLog {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(NatsLink) private readonly link: NatsLink,
  ) {}

  get reachable(): boolean {
    return this.link.connected;
  }

  /** Sent again when the replica that received it died: an entry is written once per id, however often it arrives. */
  async append(entries: readonly AuditEntry[]): Promise<void> {
    await this.rpc.call(
      appendAudit,
      { entries: [...entries] },
      { principal: SELF, deadline: Date.now() + 5_000 },
      { retry: true },
    );
  }
}
