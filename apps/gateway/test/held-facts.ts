import type { Leased, OwnFacts, OwnFactsOfKind } from '@svc/platform';

/** Facts of a single replica, under leases that never run out. */
export class HeldFacts implements Pick<OwnFacts, 'kind' | 'changed' | 'beforeRefusing'> {
  private readonly kinds: Map<string, readonly string[]>[] = [];

  kind<Value>(): OwnFactsOfKind<Value> {
    const topics = new Map<string, readonly string[]>();
    const values = new Map<string, Value>();
    this.kinds.push(topics);
    return {
      async find(key: string, read: () => Promise<Leased<Value>>): Promise<Value> {
        const known = values.get(key);
        if (known !== undefined && topics.has(key)) return known;
        const answer = await read();
        if (answer.topics !== null) topics.set(key, answer.topics);
        values.set(key, answer.value);
        return answer.value;
      },
    };
  }

  changed(...changed: readonly string[]): Promise<void> {
    for (const topics of this.kinds)
      for (const [key, of] of topics) if (of.some((it) => changed.includes(it))) topics.delete(key);
    return Promise.resolve();
  }

  async beforeRefusing<T>(topics: readonly string[], work: () => Promise<T>): Promise<T> {
    return work().catch(async (error: unknown) => {
      await this.changed(...topics);
      throw error;
    });
  }
}
