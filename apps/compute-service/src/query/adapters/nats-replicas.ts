import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { NatsLink, parseJson, type Unsubscribe } from '@svc/platform';
import { z } from 'zod';
import type { Replicas } from '../query.ports';
import type { RunningQuery } from '../query-record';
import { RunningQueries } from '../running-queries';

const CANCEL = 'svc.compute.sql.cancel-anywhere';
const FIND = 'svc.compute.sql.find-anywhere';
const question = z.object({ id: z.string(), caller: z.string() });
const found = z.object({
  id: z.string(),
  statement: z.string(),
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  progress: z.number().nullable(),
});
/** Replicas only look into a map; one that has not answered by then does not run it. */
const ANSWER_WITHIN_MS = 1_000;

/** Asks every replica, without a queue group; only the one that runs the statement answers. */
@Injectable()
export class NatsReplicas implements Replicas, OnModuleInit, OnModuleDestroy {
  private readonly subscriptions: Unsubscribe[] = [];

  constructor(
    private readonly link: NatsLink,
    private readonly running: RunningQueries,
  ) {}

  onModuleInit(): void {
    this.answer(CANCEL, (id, caller) => (this.running.cancel(id, caller) ? {} : null));
    this.answer(FIND, (id, caller) => this.running.find(id, caller));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.subscriptions.map((unsubscribe) => unsubscribe()));
  }

  async cancel(id: string, caller: string): Promise<boolean> {
    return (await this.ask(CANCEL, id, caller)) !== null;
  }

  async find(id: string, caller: string): Promise<RunningQuery | null> {
    const answer = found.safeParse(await this.ask(FIND, id, caller));
    return answer.success ? answer.data : null;
  }

  private answer(subject: string, work: (id: string, caller: string) => object | null): void {
    const unsubscribe = this.link.subscribe(subject, (message) => {
      const parsed = question.safeParse(parseJson(message.data));
      const answer = parsed.success ? work(parsed.data.id, parsed.data.caller) : null;
      if (answer !== null) message.respond(JSON.stringify(answer));
    });
    this.subscriptions.push(unsubscribe);
  }

  private async ask(subject: string, id: string, caller: string): Promise<unknown> {
    const request = this.link.live().request(subject, JSON.stringify({ id, caller }), { timeout: ANSWER_WITHIN_MS });
    return request.then(
      (message) => parseJson(message.data),
      () => null,
    );
  }
}
