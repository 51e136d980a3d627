import { startPostgres } from '@svc/testing';
import { execute } from './query-rows';
import { inTransaction } from './in-transaction';
import { openDataSource } from './open-data-source';

describe('a transaction', () => {
  it('is undone when its work rejects, and says "unavailable" where Postgres is away when it begins', async () => {
    const postgres = await startPostgres({ fsync: false });
    const source = await openDataSource({ service: 'compute', url: postgres.url, migrations: [], poolSize: 2 });
    await execute(source, 'CREATE TABLE kept (n int)');
    const undone = inTransaction(source, async (manager) => {
      await execute(manager, 'INSERT INTO kept VALUES (1)');
      throw new Error('changed its mind');
    });
    await expect(undone).rejects.toThrow('changed its mind');
    expect(await execute(source, 'DELETE FROM kept')).toBe(0);
    await postgres.stop();
    await expect(inTransaction(source, () => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' });
    await source.destroy();
  });
});
