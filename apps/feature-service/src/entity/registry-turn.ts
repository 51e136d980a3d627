import { lockName, type Queryable } from '@svc/platform';

/** Changes of entities and of views take turns from here to the end of their transactions: neither is judged by a view of the other that is passing. */
export function takeRegistryTurn(on: Queryable): Promise<void> {
  return lockName(on, 'entity', '*');
}
