import type { DataSource, EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';

type Action = () => void;
const waiting = new WeakMap<QueryRunner, Action[]>();

/**
 * Runs `action` once the transaction of `manager` has committed, and not at all when it rolls back. Without a
 * transaction it runs at once. It is not guaranteed: a process that dies in between loses it, so whatever must
 * happen needs a row and a sweeper as well.
 */
export function afterCommit(manager: EntityManager | undefined, action: Action): void {
  const runner = manager?.queryRunner;
  if (runner === undefined || !runner.isTransactionActive) {
    action();
    return;
  }
  listen(runner.dataSource);
  waiting.set(runner, [...(waiting.get(runner) ?? []), action]);
}

class CommitSubscriber implements EntitySubscriberInterface {
  afterTransactionCommit({ queryRunner }: { readonly queryRunner: QueryRunner }): void {
    // A savepoint that was released is not yet a commit.
    if (queryRunner.isTransactionActive) return;
    for (const action of take(queryRunner)) action();
  }

  afterTransactionRollback({ queryRunner }: { readonly queryRunner: QueryRunner }): void {
    if (!queryRunner.isTransactionActive) take(queryRunner);
  }
}

function take(runner: QueryRunner): readonly Action[] {
  const actions = waiting.get(runner) ?? [];
  waiting.delete(runner);
  return actions;
}

function listen(source: DataSource): void {
  if (!source.subscribers.some((it) => it instanceof CommitSubscriber)) source.subscribers.push(new CommitSubscriber());
}
