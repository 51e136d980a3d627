import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@svc/contracts';
import { SERVICE } from '../config/tokens';
import { FactHolders } from './fact-holders';
import { FactOwner } from './fact-owner';
import type { Leased } from './holdings';

/** Facts of one kind that a service owns and each of its replicas holds. */
export interface OwnFactsOfKind<Value> {
  /** `read` goes to the store; its topics are all that the value depends on, null for what must be read every time. */
  find(key: string, read: () => Promise<Leased<Value>>): Promise<Value>;
}

/** Facts in the store of this service that its own replicas need again and again. */
@Injectable()
export class OwnFacts {
  constructor(
    @Inject(SERVICE) private readonly service: ServiceName,
    @Inject(FactOwner) private readonly owner: FactOwner,
    @Inject(FactHolders) private readonly holders: FactHolders,
  ) {}

  kind<Value>(): OwnFactsOfKind<Value> {
    const facts = this.holders.of(this.service).facts<Value>();
    return { find: (key, read) => facts.find(key, (holder) => this.owner.grant(holder, read)) };
  }

  /**
   * To be called once a change is in the store, before it is acknowledged, and also when it was there already. Resolves when
   * no replica can answer from before it any more.
   */
  changed(...topics: readonly string[]): Promise<void> {
    return this.owner.revoke(topics);
  }

  /**
   * Does `work`, a call that changes what depends on these topics. A refusal is answered only once no replica can answer from
   * before a change either: the call may be the repetition of one whose replica died between its commit and its
   * {@link changed}, and "there is none" or "not as you read it" then says that the change was made.
   */
  async beforeRefusing<T>(topics: readonly string[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.changed(...topics);
      throw error;
    }
  }
}
