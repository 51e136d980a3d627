import { randomUUID } from 'node:crypto';
import type { SchemaChange } from '@svc/platform';
import { type PrivateServer, startPostgres } from '@svc/testing';
import { DataSource } from 'typeorm';
import { CreateDatasetsAndQueries } from '../../../migrations/create-datasets-and-queries';
import { ExtendQueriesAndAddSavedOnes } from '../../../migrations/extend-queries-and-add-saved-ones';
import type { PastQuery } from '../query-record';
import { PostgresQueryLog } from './postgres-query-log';

const record = (n: number): PastQuery => ({
  id: randomUUID(),
  statement: `SELECT ${String(n)}`,
  caller: 'user:ada',
  startedAt: new Date(0),
  tables: {},
  durationMs: 1,
  rows: 1,
  truncated: false,
  cached: false,
  error: null,
  traceId: '',
});

describe('query records', () => {
  let postgres: PrivateServer;
  let source: DataSource;
  const said: unknown[] = [];
  let log: PostgresQueryLog;

  beforeAll(async () => {
    postgres = await startPostgres();
    source = await new DataSource({ type: 'postgres', url: postgres.url, extra: { max: 1 } }).initialize();
    const change: SchemaChange = { query: (statement) => source.query(statement) };
    for (const migration of [new CreateDatasetsAndQueries(), new ExtendQueriesAndAddSavedOnes()])
      await migration.up(change);
    log = new PostgresQueryLog(source, { warn: (...words: unknown[]) => said.push(words) });
  });
  afterAll(async () => {
    await source.destroy();
    await postgres.stop();
  });

  it('wait while Postgres is away, ten thousand of them; what has no room is lost, and that is said', async () => {
    await postgres.kill();
    for (let n = 0; n < 10_003; n += 1) log.record(record(n));
    await log.flush();
    expect(said).toEqual([
      [{ records: 3 }, expect.stringContaining('were dropped')],
      [expect.objectContaining({ records: 500 }), expect.stringContaining('wait for Postgres')],
    ]);
    await postgres.restart();
    const kept = async (): Promise<unknown> =>
      source.query(
        'SELECT count(*)::int AS n, count(DISTINCT id)::int AS ids, min(substr(statement, 8)::int) AS first FROM query',
      );
    const all = [{ n: 10_000, ids: 10_000, first: 3 }];
    for (let n = 0; n < 40; n += 1) await log.flush();
    expect(await kept()).toEqual(all);
  });
});
