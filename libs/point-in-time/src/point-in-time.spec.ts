import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provesAll } from '@svc/testing';
import fc from 'fast-check';
import { valuesKnown } from './brute-force.fixture';
import { DuckDbJoin } from './duckdb-join.fixture';
import { inlineRows, storedRows } from './entity-rows.sql';
import { MISSING_TIME, pointInTimeJoin, type SnapshotView } from './point-in-time.sql';
import { type JoinExample, joins } from './random-joins.fixture';

/** `SEED=… npx jest …` looks elsewhere. */
const SEED = Number(process.env['SEED'] ?? 20_261_122);
const RUNS = provesAll() ? 5_000 : 250;

let duckdb: DuckDbJoin;
beforeAll(async () => {
  duckdb = await DuckDbJoin.open();
});
afterAll(() => duckdb.close());

function expected({ rows, views }: JoinExample): unknown[][] {
  return rows.map(({ a, b, at }) => [
    a === null ? null : BigInt(a),
    b,
    at,
    ...views.flatMap(({ keyed, time, ttlSeconds, rows: snapshots }) => {
      const keys = keyed.map((key) => (key === 'a' ? a : b));
      const [f = null, g = null] = valuesKnown({ timed: time !== null, ttlSeconds, rows: snapshots }, keys, at) ?? [];
      return [f === null ? null : BigInt(f), g];
    }),
  ]);
}

describe('a point-in-time join', () => {
  it(`gives what a search row by row gives, in the rows' order: ties, nulls, TTL edges, time zones, microseconds (SEED=${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(joins, async (example) => {
        expect(await duckdb.answer(example)).toEqual(expected(example));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }, 1_800_000);

  it('changes nothing when later snapshots arrive', async () => {
    await fc.assert(
      fc.asyncProperty(joins, async (example) => {
        const now = example.rows.reduce((latest, { at }) => (at > latest ? at : latest), 0n);
        const views = example.views.map((view) => {
          const later = (view.rows[0]?.keys ?? []).length === 0 || view.time === null ? [] : view.rows;
          const added = later.map((row) => ({ ...row, n: row.n + 1_000, at: now + 86_400_000_000n }));
          return { ...view, rows: [...view.rows, ...added] };
        });
        expect(await duckdb.answer({ ...example, views })).toEqual(expected(example));
      }),
      { numRuns: provesAll() ? 500 : 50, seed: SEED },
    );
  }, 1_800_000);

  it('has cases on both sides of 64 rows, with ties, expired snapshots, missing keys and missing values', () => {
    const reached = fc.sample(joins, { numRuns: 1_000, seed: 20_261_122 });
    const rows = reached.flatMap((example) => example.rows);
    const snapshots = reached.flatMap(({ views }) => views.map((view) => view.rows));
    expect(reached.some((it) => it.rows.length > 64) && reached.some((it) => it.rows.length === 64)).toBe(true);
    expect(rows.some((it) => it.a === null) && snapshots.flat().some((it) => it.at === null)).toBe(true);
    const tied = snapshots.filter((it) => new Set(it.map(({ keys, at }) => `${keys.join()} ${at}`)).size < it.length);
    expect(tied.length).toBeGreaterThan(500);
    const found = reached.flatMap((it) => expected(it).flatMap((row) => row.slice(3)));
    expect(found.filter((it) => it === null).length).toBeGreaterThan(1_000);
    expect(found.filter((it) => it !== null).length).toBeGreaterThan(1_000);
  });
});

describe('a point-in-time join over files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'point-in-time-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const view: SnapshotView = {
    source: storedRows('delays'),
    keys: [{ column: 'carrier', entityColumn: 'carrier' }],
    time: 'at',
    ttlSeconds: 3_600,
    features: [{ column: 'delay', name: 'delay' }],
  };

  it.each([1, 4])('lets the last row of the file win a tie, over many row groups; threads: %i', async (threads) => {
    const path = join(folder, `delays-${threads}.parquet`);
    await duckdb.run(`SET threads = ${threads}; SET TimeZone = 'UTC'`);
    // 50,000 rows: 100 carriers, 5 equal times each hundred rows, so that every tie spans row groups.
    await duckdb.run(
      `COPY (SELECT i % 100 AS carrier, TIMESTAMP '2024-01-01' + to_seconds(i // 10000) AS "at", i AS delay FROM range(50000) t(i))
       TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
    await duckdb.run(`CREATE OR REPLACE VIEW delays AS FROM read_parquet('${path}', file_row_number = true)`);
    const rows = inlineRows(
      new Map([
        ['carrier', 'BIGINT'],
        ['at', 'TIMESTAMP'],
      ]),
      1,
    );
    const asked = Array.from({ length: 300 }, (_, at) => ({
      at: `2024-01-01 00:00:0${at % 5}.5`,
      carrier: (at * 7) % 100,
    }));
    const sql = pointInTimeJoin({ source: rows, columns: ['carrier', 'at'], time: 'at' }, [view]);
    const answer = await duckdb.rows(sql, [JSON.stringify(asked)]);
    expect(answer.map((row) => Number(row[2]))).toEqual(
      asked.map(({ carrier }, at) => (at % 5) * 10_000 + 9_900 + carrier),
    );
  });

  it('refuses rows without a time, which a join would give the newest values', async () => {
    const rows = inlineRows(
      new Map([
        ['carrier', 'BIGINT'],
        ['at', 'TIMESTAMP'],
      ]),
      1,
    );
    const sql = pointInTimeJoin({ source: rows, columns: ['carrier', 'at'], time: 'at' }, [view]);
    for (const at of [null, 'infinity'])
      await expect(duckdb.rows(sql, [JSON.stringify([{ carrier: 1, at }])])).rejects.toThrow(MISSING_TIME);
  });

  it('answers no rows with no rows', async () => {
    const rows = inlineRows(
      new Map([
        ['carrier', 'BIGINT'],
        ['at', 'TIMESTAMPTZ'],
      ]),
      1,
    );
    const sql = pointInTimeJoin({ source: rows, columns: ['at', 'carrier'], time: 'at' }, [view]);
    expect(await duckdb.rows(sql, ['[]'])).toEqual([]);
  });
});
