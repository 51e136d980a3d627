import { randomUUID } from 'node:crypto';
import { appendAudit, type AuditEntry, type ServiceName } from '@svc/contracts';
import type { Logger } from 'pino';
import type { RefusedCredential } from '../../principal/refused-credential';
import { servicePrincipal } from '../../principal/service-principal';
import type { Callable } from '../callable';
import type { RpcClient } from '../client/rpc-client';

/** How long refusals of one kind are counted before they are reported as one record. */
const GATHER_MS = 1_000;
/** Kinds that are kept apart; a flood of different ones must not fill the log. */
const MAX_KINDS = 100;
/** How long the report is tried again while the audit log cannot be written. */
const AGAIN_MS = 5_000;

interface Kind {
  readonly entry: AuditEntry;
  count: number;
}

/** How long one try may take: a service that stops waits for it. */
const REPORT_MS = 3_000;

/** The action under which the audit log holds what a service refused. */
export const REFUSED = 'principal.refused';

/**
 * Reports refused credentials to the audit log: at once to the service's own log, and to the audit log within seconds,
 * equal ones counted together. While the audit log is away they are kept and tried again for as long as the process lives.
 */
export class Refusals {
  private readonly kinds = new Map<string, Kind>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: ServiceName,
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  note({ subject }: Callable, { detail, by }: RefusedCredential, traceId: string): void {
    this.logger.warn({ subject, by, trace_id: traceId, detail }, 'a credential was refused');
    const key = JSON.stringify(this.kinds.size < MAX_KINDS ? [subject, by, detail] : ['many']);
    const known = this.kinds.get(key);
    if (known === undefined) this.kinds.set(key, { entry: this.entry(subject, detail, by, traceId), count: 1 });
    else known.count += 1;
    this.timer ??= setTimeout(() => void this.report(), GATHER_MS).unref();
  }

  /** Sends what was noted; called by itself, and when the service stops. */
  async report(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const reported = new Map(this.kinds);
    if (reported.size === 0) return;
    this.kinds.clear();
    const entries = [...reported.values()].map(({ entry, count }) => ({
      ...entry,
      detail: { ...entry.detail, count },
    }));
    try {
      await this.rpc.call(
        appendAudit,
        { entries },
        { principal: servicePrincipal(this.service), deadline: Date.now() + REPORT_MS },
        { retry: true },
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'refused credentials could not be reported to the audit log; trying again');
      for (const [key, kind] of reported) if (this.kinds.size < MAX_KINDS) this.kinds.set(key, kind);
      this.timer ??= setTimeout(() => void this.report(), AGAIN_MS).unref();
    }
  }

  private entry(subject: string, reason: string, by: ServiceName | null, traceId: string): AuditEntry {
    return {
      id: randomUUID(),
      at: new Date().toISOString(),
      actor: by === null ? 'unknown' : `service:${by}`,
      action: REFUSED,
      method: 'NATS',
      route: subject,
      target: null,
      outcome: 'refused',
      status: 401,
      duration_us: 0,
      trace_id: traceId,
      detail: { service: this.service, reason: reason.slice(0, 200) },
    };
  }
}
