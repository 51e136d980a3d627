import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type AnsweredQuery, MAX_QUERY_RECORDS, recordQueries } from '@svc/contracts';
import { LOGGER, RpcClient, servicePrincipal } from '@svc/platform';
import type { Logger } from 'pino';
import type { QueryRecords } from '../metric.ports';

const FLUSH_MS = 200;
const MAX_WAITING = 10_000;
const SELF = servicePrincipal('metrics');

/**
 * The history of statements, which compute-service keeps. Told in batches after the answers; like there, records that are
 * not written yet are lost when the process is killed, while the audit log has the calls themselves.
 */
@Injectable()
export class ComputeQueryRecords implements QueryRecords, BeforeApplicationShutdown {
  private readonly waiting: AnsweredQuery[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  note(answered: AnsweredQuery): void {
    if (this.waiting.length >= MAX_WAITING) this.waiting.shift();
    this.waiting.push(answered);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  /** Never rejects. */
  private flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.sending = this.sending.then(() => this.send());
    return this.sending;
  }

  private async send(): Promise<void> {
    const records = this.waiting.splice(0, MAX_QUERY_RECORDS);
    if (records.length === 0) return;
    try {
      // Not sent again when it is unknown whether it arrived: a statement must not appear twice.
      await this.rpc.call(recordQueries, { records }, { principal: SELF });
    } catch (error) {
      this.logger.warn({ err: error, records: records.length }, 'query records were dropped');
    }
    if (this.waiting.length > 0) this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }
}
