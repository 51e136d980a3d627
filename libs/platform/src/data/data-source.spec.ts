import { startPostgres, type PrivateServer } from '@svc/testing';
import { ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { afterCommit } from './after-commit';
import { ForwardMigration, type SchemaChange } from './data-options';
import { openDataSource } from './open-data-source';
import { preparedRows } from './prepared-rows';
import { execute, queryRow, queryRows } from './query-rows';

class CreateThing extends ForwardMigration {
  override readonly name = 'create-thing-1763600000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE TABLE thing (name text PRIMARY KEY, size int NOT NULL)');
    // Long enough for replicas to overlap, were they allowed to.
    await change.query('SELECT pg_sleep(0.3)');
  }
}

class BreakHalfway extends ForwardMigration {
  override readonly name = 'break-halfway-1763600000200';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE thing ADD COLUMN colour text');
    await change.query('SELECT no_such_column FROM thing');
  }
}

const thing = z.object({ name: z.string(), size: z.int() });
let postgres: PrivateServer;

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
});
afterAll(() => postgres.stop());

describe('a service schema', () => {
  it('is migrated once when two replicas boot at the same time', async () => {
    const options = { service: 'metrics', url: postgres.url, migrations: [CreateThing] };
    const sources = await Promise.all([openDataSource(options), openDataSource(options), openDataSource(options)]);
    const [first] = sources;
    if (first === undefined) throw new Error('no source');
    const done = await queryRows(first, z.object({ name: z.string() }), 'SELECT name FROM migration');
    expect(done).toEqual([{ name: 'create-thing-1763600000100' }]);
    expect(
      await queryRow(
        first,
        z.object({ schema: z.string() }),
        "SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = 'thing'",
      ),
    ).toEqual({ schema: 'metrics' });
    await Promise.all(sources.map((it) => it.destroy()));
  });

  it('keeps nothing of a migration that fails, and releases the lock', async () => {
    const broken = { service: 'model', url: postgres.url, migrations: [CreateThing, BreakHalfway] };
    await expect(openDataSource(broken)).rejects.toThrow(/no_such_column/);
    const source = await openDataSource({ ...broken, migrations: [CreateThing] });
    expect(
      await queryRows(
        source,
        z.object({ column_name: z.string() }),
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'model' AND table_name = 'thing' ORDER BY 1",
      ),
    ).toEqual([{ column_name: 'name' }, { column_name: 'size' }]);
    await source.destroy();
  });

  it('has migrations that go forward only', async () => {
    await expect(new CreateThing().down()).rejects.toThrow(/forward only/);
  });
});

describe('rows', () => {
  const open = () => openDataSource({ service: 'rows', url: postgres.url, migrations: [CreateThing] });

  it('are parsed, also those that UPDATE and DELETE return', async () => {
    const source = await open();
    await execute(source, "INSERT INTO thing VALUES ('a', 1), ('b', 2)");
    expect(await queryRow(source, thing, "UPDATE thing SET size = 3 WHERE name = 'a' RETURNING *")).toEqual({
      name: 'a',
      size: 3,
    });
    expect(await queryRows(source, thing, "DELETE FROM thing WHERE name = 'b' RETURNING *")).toEqual([
      { name: 'b', size: 2 },
    ]);
    expect(await execute(source, 'UPDATE thing SET size = size + 1')).toBe(1);
    await expect(queryRows(source, z.object({ name: z.number() }), 'SELECT name FROM thing')).rejects.toThrow(
      z.ZodError,
    );
    await source.destroy();
  });

  it('belong to the transaction of the manager they are read with', async () => {
    const source = await open();
    const rolledBack = source.transaction(async (manager) => {
      await execute(manager, "INSERT INTO thing VALUES ('c', 1)");
      expect(await queryRow(manager, thing, "SELECT * FROM thing WHERE name = 'c'")).not.toBeNull();
      expect(await queryRow(source, thing, "SELECT * FROM thing WHERE name = 'c'")).toBeNull();
      throw new Error('undo');
    });
    await expect(rolledBack).rejects.toThrow('undo');
    expect(await queryRow(source, thing, "SELECT * FROM thing WHERE name = 'c'")).toBeNull();
    await source.destroy();
  });

  it('of a prepared statement are parsed too, and its connection knows it from then on', async () => {
    const source = await openDataSource({ service: 'rows', url: postgres.url, migrations: [CreateThing], poolSize: 1 });
    await execute(source, "INSERT INTO thing VALUES ('p', 71), ('q', 72)");
    const sized = { name: 'sized', text: 'SELECT name, size FROM thing WHERE size = ANY($1) ORDER BY name' };
    for (const sizes of [[71], [72], [71, 72], []]) {
      expect((await preparedRows(source, thing, sized, [sizes])).map(({ size }) => size)).toEqual(sizes);
    }
    expect(await queryRows(source, z.object({ name: z.string() }), 'SELECT name FROM pg_prepared_statements')).toEqual([
      { name: 'sized' },
    ]);
    await expect(preparedRows(source, z.object({ size: z.string() }), sized, [[71]])).rejects.toThrow(z.ZodError);
    await source.destroy();
  });

  it('answer "unavailable" while Postgres is away, and come back with it', async () => {
    const source = await open();
    const one = { name: 'one', text: 'SELECT 1 AS size' };
    const prepared = () => preparedRows(source, thing.pick({ size: true }), one, []);
    expect(await prepared()).toEqual([{ size: 1 }]);
    await postgres.kill();
    for (const ask of [() => execute(source, 'SELECT 1'), prepared]) {
      const refused = await ask().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ProblemError);
      expect(refused).toMatchObject({ code: 'unavailable' });
    }
    await postgres.restart();
    expect(await execute(source, 'SELECT 1')).toBe(1);
    expect(await prepared()).toEqual([{ size: 1 }]);
    await source.destroy();
  });
});

describe('what is to happen after a commit', () => {
  it('happens after the outermost commit, not after a savepoint, and never after a rollback', async () => {
    const source = await openDataSource({ service: 'commit', url: postgres.url });
    const happened: string[] = [];
    await source.transaction(async (outer) => {
      await outer.transaction(async (inner) => {
        afterCommit(inner, () => happened.push('committed'));
        await Promise.resolve();
      });
      expect(happened).toEqual([]);
    });
    expect(happened).toEqual(['committed']);
    await source
      .transaction(async (manager) => {
        afterCommit(manager, () => happened.push('rolled back'));
        await Promise.reject(new Error('undo'));
      })
      .catch(() => undefined);
    expect(happened).toEqual(['committed']);
    afterCommit(undefined, () => happened.push('at once'));
    expect(happened).toEqual(['committed', 'at once']);
    await source.destroy();
  });
});
