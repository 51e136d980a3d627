import { type PrivateServer, startPostgres } from '@svc/testing';
import type { DataSource } from 'typeorm';
import { eventually } from '@svc/testing';
import { SILENT } from '../../test/job-timing-for-tests';
import { openDataSource } from '../data/open-data-source';
import { OutboxStore } from './adapters/outbox-store';
import { CreateOutbox } from './migrations/create-outbox';
import { Outbox, type OutboxMessage } from './outbox';

let postgres: PrivateServer;
let source: DataSource;
const relays: Outbox[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
  source = await openDataSource({ service: 'model', url: postgres.url, migrations: [CreateOutbox] });
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((it) => it.stop()));
});
afterAll(async () => {
  await source.destroy();
  await postgres.stop();
});

function relay(topic: string, deliver: (message: OutboxMessage) => Promise<void>, leaseMs = 30_000): Outbox {
  const outbox = new Outbox(new OutboxStore(source), SILENT, { pollMs: 50, leaseMs });
  outbox.register(topic, deliver);
  outbox.start();
  relays.push(outbox);
  return outbox;
}

describe('the outbox', () => {
  it('tells what a committed transaction said, and nothing that was rolled back', async () => {
    const told: unknown[] = [];
    const outbox = relay('said', async ({ payload }) => {
      told.push(payload);
      await Promise.resolve();
    });
    await source
      .transaction((manager) =>
        outbox.add(manager, { topic: 'said', payload: 'undone' }).then(() => Promise.reject(new Error('undo'))),
      )
      .catch(() => undefined);
    await source.transaction((manager) => outbox.add(manager, { topic: 'said', payload: 'done' }));
    await eventually(() => told.length > 0);
    // A row goes only after it was told, so that none is lost between the two.
    await eventually(async () => (await outbox.age()) === 0);
    expect(told).toEqual(['done']);
  });

  it('tells a row whose transaction commits after later rows were told (the trap of a cursor over ids)', async () => {
    const told: unknown[] = [];
    const outbox = relay('trap', async ({ payload }) => {
      told.push(payload);
      await Promise.resolve();
    });
    await source.transaction(async (slow) => {
      await outbox.add(slow, { topic: 'trap', payload: 'written first, committed last' });
      await source.transaction((quick) =>
        outbox.add(quick, { topic: 'trap', payload: 'written last, committed first' }),
      );
      await eventually(() => told.length === 1);
    });
    await eventually(() => told.length === 2);
    expect(told).toEqual(['written last, committed first', 'written first, committed last']);
  });

  it('tells each message once although two relays look for it', async () => {
    const told: unknown[] = [];
    const deliver = async ({ payload }: OutboxMessage) => {
      told.push(payload);
      await Promise.resolve();
    };
    const outbox = relay('shared', deliver);
    relay('shared', deliver);
    const numbers = Array.from({ length: 120 }, (_, index) => index);
    const add = (payload: number) => source.transaction((manager) => outbox.add(manager, { topic: 'shared', payload }));
    // No more at once than there are connections: who waits for one on a busy machine is refused in the end.
    for (let at = 0; at < numbers.length; at += 5) await Promise.all(numbers.slice(at, at + 5).map(add));
    await eventually(() => told.length >= numbers.length);
    expect(told.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });

  it('tries again what failed, with the same id, and holds up nothing else meanwhile', async () => {
    const tries: OutboxMessage[] = [];
    const told: unknown[] = [];
    const outbox = relay('bumpy', async (message) => {
      if (message.payload !== 'bad') {
        told.push(message.payload);
        return;
      }
      tries.push(message);
      if (message.attempt === 1) await Promise.reject(new Error('refused'));
    });
    await source.transaction(async (manager) => {
      await outbox.add(manager, { topic: 'bumpy', payload: 'bad' });
      await outbox.add(manager, { topic: 'bumpy', payload: 'good' });
    });
    await eventually(() => tries.length === 2);
    expect(told).toEqual(['good']);
    expect(new Set(tries.map((it) => it.id)).size).toBe(1);
    expect(tries.map((it) => it.attempt)).toEqual([1, 2]);
  });

  it('gives a message to another relay when the one that took it dies', async () => {
    const store = new OutboxStore(source);
    await source.transaction((manager) => store.add(manager, 'orphan', 'found'));
    expect(await store.take(['orphan'], 10, 200)).toHaveLength(1);
    const told: OutboxMessage[] = [];
    relay('orphan', async (message) => {
      told.push(message);
      await Promise.resolve();
    });
    await eventually(() => told.length === 1);
    expect(told).toMatchObject([{ payload: 'found', attempt: 2 }]);
  });

  it('refuses a message outside a transaction', async () => {
    const outbox = relay('outside', () => Promise.resolve());
    await expect(outbox.add(source.manager, { topic: 'outside', payload: 1 })).rejects.toThrow(
      /belongs to a transaction/,
    );
  });
});
