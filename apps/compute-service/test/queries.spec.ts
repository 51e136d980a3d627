import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { cancelSql, getSql, listSql, type Principal, type ResponseOf, resolveDatasets, runSql } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { EDITOR, OTHER } from './compute-harness';
import { problemOf } from './problem-of';
import { harness, STRANGER, sql } from './query-service-calls';

const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

const get = (id: string, principal = EDITOR) =>
  harness.gateway.call(getSql, { params: { id }, query: {} }, { principal });

describe('an answer that was given before', () => {
  it('is given again by any replica, and says no more than that it is', async () => {
    const statement = 'SELECT carrier, sum(delay) AS s FROM flights GROUP BY carrier ORDER BY carrier';
    const { query_id: _, duration_ms: __, cached, ...fresh } = await sql(statement);
    expect(cached).toBe(false);
    const replicas = new Set<unknown>();
    for (let n = 0; n < 20; n += 1) {
      const { query_id, duration_ms, cached: known, ...again } = await sql(`  ${statement} `);
      expect(again).toEqual(fresh);
      expect([typeof query_id, typeof duration_ms]).toEqual(['string', 'number']);
      replicas.add(known);
    }
    expect(replicas.has(true)).toBe(true);
  });

  it('is recomputed when it depends on time or randomness', async () => {
    const statement = 'SELECT random(), now() FROM flights';
    expect([(await sql(statement)).cached, (await sql(statement)).cached]).toEqual([false, false]);
  });

  it("is refused like any other once its rows are no longer the caller's to see", async () => {
    const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['flights'] }, { principal: EDITOR });
    harness.derivations.put('secret', datasets['flights']?.version ?? null);
    await sql('SELECT count(*) FROM secret');
    expect((await sql('SELECT count(*) FROM secret')).rows).toEqual([[4]]);
    harness.derivations.known.delete('secret');
    expect(await problemOf(sql('SELECT count(*) FROM secret'))).toMatchObject({ code: 'not-found' });
  });

  it('is never of other rows than it says, while the rows change under load', async () => {
    const expected = new Map<string, number>();
    const change = async (value: number) => {
      const { version } = await harness.register(`v\n${String(value)}\n${String(value + 1)}\n`, 'x.csv', {
        name: 'changing',
      });
      expected.set(version.data_hash, 2 * value + 1);
    };
    await change(0);
    const seen: { readonly hash: string; readonly sum: unknown; readonly cached: boolean }[] = [];
    let over = false;
    const readers = Array.from({ length: 4 }, async () => {
      while (!over) {
        const { rows, sources, cached } = await sql('SELECT sum(v) FROM changing');
        seen.push({ hash: sources['changing']?.data_hash ?? '', sum: rows[0]?.[0], cached });
      }
    });
    // Also back to rows that were there before.
    for (const value of [1, 2, 3, 1, 4, 0, 5, 2]) await change(value);
    over = true;
    await Promise.all(readers);
    expect(seen.filter(({ hash, sum }) => sum !== expected.get(hash))).toEqual([]);
    expect(new Set(seen.map(({ hash }) => hash)).size).toBeGreaterThan(3);
    expect(seen.some(({ cached }) => cached)).toBe(true);
    expect((await sql('SELECT sum(v) FROM changing')).rows).toEqual([[5]]);
  });
});

describe('an answer as a file', () => {
  it.each([
    ['text/csv', 'csv'],
    ['application/vnd.apache.arrow.stream', 'arrow'],
    ['application/vnd.apache.parquet', 'parquet'],
  ])('%s is named for its query, which tells its rows', async (accept, ending) => {
    const id = randomUUID();
    const answer = await harness.gateway.exchange(
      runSql,
      {
        params: {},
        query: {},
        body: {
          sql: 'SELECT * FROM flights WHERE delay > $1 ORDER BY delay',
          parameters: [-10],
          limit: 2,
          query_id: id,
        },
        accept,
      },
      { principal: EDITOR },
    );
    if (answer.kind !== 'file') throw new Error(`it came as a ${answer.kind}`);
    expect(answer.file).toMatchObject({ content_type: accept, file_name: `${id}.${ending}`, rows: 2, truncated: true });
    if (ending === 'csv')
      expect(await text(await harness.warehouse.openRead(answer.file.object))).toBe(
        'carrier,delay,day\nB6,-3.0,2013-01-02\nUA,1.5,2013-01-01\n',
      );
    expect(await get(id)).toMatchObject({
      state: 'succeeded',
      row_count: 2,
      truncated: true,
      cached: false,
      error: null,
    });
  });

  it('may have more rows than one that is read at once', async () => {
    expect(await problemOf(sql('SELECT 1', { limit: 10_001 }))).toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer: '/body/limit' }],
    });
    const answer = await harness.gateway.exchange(
      runSql,
      { params: {}, query: {}, body: { sql: 'FROM range(20000)' }, accept: 'text/csv' },
      { principal: EDITOR },
    );
    if (answer.kind !== 'file') throw new Error(`it came as a ${answer.kind}`);
    expect((await text(await harness.warehouse.openRead(answer.file.object))).split('\n')).toHaveLength(20_002);
  });
});

/** Records are written behind the answers, and another replica may be asked. */
async function recorded(id: string): Promise<ResponseOf<typeof getSql>> {
  for (;;) {
    const found = await get(id).catch(() => null);
    if (found !== null && found.state !== 'running') return found;
  }
}

describe('a statement', () => {
  it('is found by its caller while it runs, in whichever replica, and afterwards', async () => {
    const id = randomUUID();
    const running = problemOf(sql(LONG, { query_id: id }));
    let found = await get(id).catch(() => null);
    while (found === null) found = await get(id).catch(() => null);
    expect(found).toMatchObject({ query_id: id, state: 'running', statement: LONG, row_count: null, error: null });
    expect(await problemOf(get(id, STRANGER))).toMatchObject({ code: 'not-found' });
    await harness.gateway.call(cancelSql, { params: { id }, query: {} }, { principal: EDITOR });
    expect(await running).toMatchObject({ code: 'query-cancelled' });
    expect(await recorded(id)).toMatchObject({
      state: 'failed',
      error: { code: 'query-cancelled', detail: expect.stringContaining('cancelled') },
    });
    expect(await problemOf(get(id, OTHER))).toMatchObject({ code: 'not-found' });
  });

  it('stays in the history of its caller, newest first, page by page, failed ones too', async () => {
    const mine: Principal = { ...EDITOR, id: 'token:historian' };
    for (let n = 0; n < 5; n += 1)
      await problemOf(sql(n % 2 === 0 ? `SELECT ${String(n)}` : `SELECT nope${String(n)}`, {}, mine));
    await sql(`SELECT 5 -- ${'x'.repeat(2000)}`, {}, mine);
    const list = (query: object) => harness.gateway.call(listSql, { params: {}, query }, { principal: mine });
    await eventually(async () => (await list({})).items.length >= 6);
    const all = (await list({})).items;
    expect(new Set(all.map(({ statement }) => statement.slice(0, 12).trim()))).toEqual(
      new Set(['SELECT 0', 'SELECT nope1', 'SELECT 2', 'SELECT nope3', 'SELECT 4', 'SELECT 5 --']),
    );
    expect(Math.max(...all.map(({ statement }) => statement.length))).toBe(1000);
    const first = await list({ limit: 4 });
    const second = await list({ limit: 4, cursor: first.next_cursor ?? '' });
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.next_cursor).toBeNull();
    expect((await list({ state: 'failed' })).items.map(({ error }) => error?.code)).toEqual([
      'invalid-sql',
      'invalid-sql',
    ]);
    expect((await list({ state: 'failed' })).items[0]?.error?.detail).toContain('nope');
    expect((await list({ state: 'succeeded' })).items).toHaveLength(4);
    expect(await problemOf(list({ cursor: 'nonsense' }))).toMatchObject({ code: 'invalid-request' });
  });
});
