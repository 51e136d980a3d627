import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { NatsLink, parseJson, type Unsubscribe } from '@svc/platform';
import { z } from 'zod';
import type { Cancellations } from '../query.ports';
import { RunningQueries } from '../running-queries';

const SUBJECT = 'svc.compute.sql.cancel-anywhere';
const wish = z.object({ id: z.string(), caller: z.string() });
/** Replicas look into a map; who has not answered by then does not run it. */
const ANSWER_WITHIN_MS = 1_000;

/** Asks every replica, without a queue group; only the one that runs the statement answers. */
@Injectable()
export class NatsCancellations implements Cancellations, OnModuleInit, OnModuleDestroy {
  private unsubscribe: Unsubscribe = () => Promise.resolve();

  constructor(
    private readonly link: NatsLink,
    private readonly running: RunningQueries,
  ) {}

  onModuleInit(): void {
    this.unsubscribe = this.link.subscribe(SUBJECT, (message) => {
      const parsed = wish.safeParse(parseJson(message.data));
      if (parsed.success && this.running.cancel(parsed.data.id, parsed.data.caller)) message.respond();
    });
  }

  onModuleDestroy(): Promise<void> {
    return this.unsubscribe();
  }

  async ask(id: string, caller: string): Promise<boolean> {
    const request = this.link.live().request(SUBJECT, JSON.stringify({ id, caller }), { timeout: ANSWER_WITHIN_MS });
    return request.then(() => true, () => false);
  }
}
