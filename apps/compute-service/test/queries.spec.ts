import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  cancelSql,
  deleteSavedQuery,
  describeProject,
  draftDerivation,
  getSavedQuery,
  getSql,
  listSavedQueries,
  listSql,
  type Principal,
  profileDataset,
  putSavedQuery,
  type ResponseOf,
  resolveDatasets,
  runSql,
} from '@svc/contracts';
import { eventually } from '@svc/testing';
import { type ComputeHarness, EDITOR, OTHER, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

let harness: ComputeHarness;
const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';
const STRANGER: Principal = { ...EDITOR, id: 'token:stranger' };

beforeAll(async () => {
  harness = await startCompute();
  await Promise.all([harness.start(), harness.start()]);
  await harness.register(
    'carrier,delay,day\nUA,1.5,2013-01-01\nAA,,2013-01-02\nB6,-3,2013-01-02\nUA,4,2013-01-05\n',
    'f.csv',
    { name: 'flights' },
  );
}, 240_000);
afterAll(() => harness.stop(), 30_000);

const sql = (statement: string, more: object = {}, principal = EDITOR): Promise<ResponseOf<typeof runSql>> =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: statement, ...more } }, { principal });
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

  it('is computed anew when it asks the clock or a dice', async () => {
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
    expect(answer.file).toMatchObject({ content_type: accept, file_name: `${id}.${ending}` });
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

describe('a saved query', () => {
  const put = (name: string, body: object, ifMatch?: string, principal = EDITOR) =>
    harness.gateway.call(
      putSavedQuery,
      {
        params: { name },
        query: {},
        body: { sql: 'SELECT 1', ...body },
        ...(ifMatch === undefined ? {} : { if_match: ifMatch }),
      },
      { principal },
    );
  const read = (name: string, principal = EDITOR) =>
    harness.gateway.call(getSavedQuery, { params: { name }, query: {} }, { principal });
  const remove = (name: string, ifMatch?: string, principal = EDITOR) =>
    harness.gateway.call(
      deleteSavedQuery,
      { params: { name }, query: {}, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
      { principal },
    );
  const names = async (principal: Principal) =>
    (await harness.gateway.call(listSavedQueries, { params: {}, query: {} }, { principal })).items.map(
      ({ name }) => name,
    );

  it('is kept, replaced by who has seen it, and deleted', async () => {
    const first = await put('late', { sql: 'SELECT * FROM flights WHERE delay > $least', parameters: { least: 3 } });
    expect(first).toMatchObject({
      name: 'late',
      owner: EDITOR.id,
      version: 1,
      definition: { description: '', parameters: { least: 3 }, visibility: 'private' },
    });
    expect(await read('late')).toEqual(first);
    expect(await put('late', first.definition, first.etag)).toEqual(first);
    expect(await problemOf(put('late', {}))).toMatchObject({ code: 'precondition-required' });
    const second = await put('late', { description: 'changed' }, first.etag);
    expect(second).toMatchObject({ version: 2, created_at: first.created_at });
    expect(await problemOf(put('late', {}, first.etag))).toMatchObject({
      code: 'precondition-failed',
      data: { etag: second.etag },
    });
    expect(await problemOf(put('nothing', {}, first.etag))).toMatchObject({ code: 'precondition-failed' });
    expect(await problemOf(remove('late', first.etag))).toMatchObject({ code: 'precondition-failed' });
    expect(await remove('late', second.etag)).toEqual({ deleted: true });
    expect(await problemOf(read('late'))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(remove('late', second.etag))).toMatchObject({ code: 'not-found' });
  });

  it("is seen by its owner, and by all when it is the project's; others cannot change it, admins can", async () => {
    const own = await put('own', {});
    const shared = await put('shared', { visibility: 'project' });
    expect([await names(EDITOR), await names(STRANGER)]).toEqual([['own', 'shared'], ['shared']]);
    expect(await problemOf(read('own', STRANGER))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(remove('own', own.etag, STRANGER))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(put('own', {}, own.etag, STRANGER))).toMatchObject({ code: 'conflict' });
    expect(await problemOf(put('shared', { description: 'mine' }, shared.etag, STRANGER))).toMatchObject({
      code: 'forbidden',
    });
    expect(await put('shared', { description: 'better', visibility: 'project' }, shared.etag, OTHER)).toMatchObject({
      owner: EDITOR.id,
      version: 2,
    });
  });

  it('is one when many save it at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        put('contended', { description: String(n) }).then(
          () => 'saved',
          (error: unknown) => error,
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'saved')).toHaveLength(1);
    for (const one of outcomes) if (one !== 'saved') expect(one).toMatchObject({ code: 'precondition-required' });
  });

  it.each(['DROP TABLE x', "FROM read_csv('/etc/passwd')", 'SELECT', 'SELECT 1; SELECT 2'])(
    'is refused for what could not run: %s',
    async (statement) => {
      expect(await problemOf(put('refused', { sql: statement }))).toMatchObject({ code: 'invalid-sql' });
    },
  );

  it('is refused for what is no text', async () => {
    expect(await problemOf(put('refused', { description: 'a\0' }))).toMatchObject({ code: 'invalid-request' });
    expect(await problemOf(put('refused', { parameters: { a: ['\ud800'] } }))).toMatchObject({
      code: 'invalid-request',
    });
  });
});

describe('the profile of a dataset', () => {
  it('tells nulls, distinct values, range, quantiles and top values of every column', async () => {
    const lines = Array.from(
      { length: 2000 },
      (_, n) =>
        `${String(n)},${String(n % 10)},${n % 4 === 0 ? '' : `g${String(n % 3)}`},${String(n % 2 === 0)},2013-01-0${String(1 + (n % 9))}`,
    );
    await harness.register(`id,digit,group,flag,day\n${lines.join('\n')}\n`, 'p.csv', { name: 'profiled' });
    const profile = () =>
      harness.gateway.call(profileDataset, { params: { name: 'profiled' }, query: {} }, { principal: EDITOR });
    const { rows, columns } = await profile();
    const [id, digit, group, flag, day] = columns;
    expect(rows).toBe(2000);
    expect(id).toMatchObject({ name: 'id', type: 'integer', nulls: 0, min: 0, max: 1999, mean: 999.5 });
    expect(Math.abs((id?.distinct_approx ?? 0) - 2000)).toBeLessThan(200);
    expect(Math.abs((id?.quantiles?.p50 ?? 0) - 1000)).toBeLessThan(40);
    expect(digit?.top).toEqual(Array.from({ length: 10 }, (_, n) => ({ value: n, count: 200 })));
    expect(group).toMatchObject({
      nulls: 500,
      distinct_approx: 3,
      min: 'g0',
      max: 'g2',
      mean: null,
      quantiles: null,
      top: [
        { value: 'g0', count: 500 },
        { value: 'g1', count: 500 },
        { value: 'g2', count: 500 },
      ],
    });
    expect(flag).toMatchObject({
      min: false,
      max: true,
      top: [
        { value: false, count: 1000 },
        { value: true, count: 1000 },
      ],
    });
    expect(day).toMatchObject({
      min: '2013-01-01',
      max: '2013-01-09',
      top: { length: 9, 0: { value: '2013-01-01', count: 223 } },
    });
    expect(
      (await Promise.all([profile(), profile(), profile()])).every(
        (again) => JSON.stringify(again.columns) === JSON.stringify(columns),
      ),
    ).toBe(true);
    expect(
      await problemOf(
        harness.gateway.call(profileDataset, { params: { name: 'nothing' }, query: {} }, { principal: EDITOR }),
      ),
    ).toMatchObject({ code: 'not-found' });
  });
});

describe('the profile of a wide table', () => {
  it('has its columns in their order, each with its own values', async () => {
    const names = Array.from({ length: 120 }, (_, n) => `c${String(n)}`);
    await harness.register(
      [names, ...[0, 1, 1].map((row) => names.map((_, n) => String(n * 10 + row)))]
        .map((cells) => cells.join(','))
        .join('\n'),
      'c.csv',
      { name: 'wide_table' },
    );
    const { columns } = await harness.gateway.call(
      profileDataset,
      { params: { name: 'wide_table' }, query: {} },
      { principal: EDITOR },
    );
    expect(columns.map(({ name, min, top }) => [name, min, top])).toEqual(
      names.map((name, n) => [
        name,
        n * 10,
        [
          { value: n * 10 + 1, count: 2 },
          { value: n * 10, count: 1 },
        ],
      ]),
    );
  });
});

describe('the profile of numbers that no double holds', () => {
  it('gives them as text, like every answer', async () => {
    await harness.register(
      'id,amount\n9007199254740993,123456789.1234567891\n9007199254740992,0.25\n7,-1.5\n',
      'w.csv',
      { name: 'wide_numbers', columns: { amount: 'decimal(30,10)' } },
    );
    const { columns } = await harness.gateway.call(
      profileDataset,
      { params: { name: 'wide_numbers' }, query: {} },
      { principal: EDITOR },
    );
    const tops = columns.map(({ top }) => top?.map(({ value }) => value));
    expect(tops).toEqual([
      [7, '9007199254740992', '9007199254740993'],
      [-1.5, 0.25, '123456789.1234567891'],
    ]);
    expect(columns.map(({ max }) => max)).toEqual(['9007199254740993', '123456789.1234567891']);
  });
});

describe('a statement promoted to a derivation', () => {
  const draft = (statement: string, name = 'late_flights') =>
    harness.gateway.call(
      draftDerivation,
      { params: {}, query: {}, body: { name, sql: statement, question: 'Late "flights"\nare \\ late' } },
      { principal: EDITOR },
    );

  it.each([
    ['SELECT carrier, delay, day FROM flights WHERE delay IS NOT NULL', ['carrier', 'delay', 'day']],
    ["SELECT carrier,\n       delay -- why\nFROM flights\nWHERE carrier <> ''", ['carrier', 'delay']],
    [
      "SELECT carrier,\n \"delay\", '\\n' AS odd, 'é\u2028' AS odder FROM flights",
      ['carrier', 'delay', 'odd', 'odder'],
    ],
  ])('is source that declares what it says: %j', async (statement, columns) => {
    const drafted = await draft(statement);
    expect(drafted).toMatchObject({ file: 'derivations/late_flights.py', inputs: { flights: 'dataset' } });
    expect(drafted.evidence.length).toBeGreaterThan(2);
    expect(drafted.source).toContain(`from the first ${String(drafted.rows_examined)} rows`);
    const { manifests } = await harness.gateway.call(
      describeProject,
      { files: { [drafted.file]: drafted.source } },
      { principal: EDITOR },
    );
    const fields = columns.map((name) => ({ name }));
    expect(manifests).toMatchObject([
      {
        name: 'late_flights',
        inputs: { flights: { kind: 'dataset', ref: 'flights' } },
        claim: { kind: 'table', question: 'Late "flights"\nare \\ late' },
        contract: { fields },
      },
    ]);
  });

  it('may be called what Python calls something else', async () => {
    const drafted = await draft('SELECT carrier FROM flights', 'class');
    const { manifests } = await harness.gateway.call(
      describeProject,
      { files: { [drafted.file]: drafted.source } },
      { principal: EDITOR },
    );
    expect(manifests).toMatchObject([{ name: 'class' }]);
  });

  it('is refused for two columns of one name, which no table has', async () => {
    expect(await problemOf(draft('SELECT carrier AS a, delay AS A FROM flights'))).toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringContaining('rename one'),
    });
    expect(await problemOf(draft('SELECT a.carrier, b.carrier FROM flights a, flights b'))).toMatchObject({
      code: 'invalid-sql',
    });
  });

  it.each([
    ['SELECT carrier, [1, 2] AS both FROM flights -- a list', /"both" has the type INTEGER\[\].*unnest it/],
    ['SELECT carrier, INTERVAL 1 DAY AS long FROM flights;', /"long" has the type INTERVAL/],
    ['EXPLAIN SELECT carrier FROM flights', /EXPLAIN/],
  ])('is refused for what no table holds: %s', async (statement, detail) => {
    expect(await problemOf(draft(statement))).toMatchObject({
      code: 'invalid-sql',
      detail: expect.stringMatching(detail),
    });
  });

  it('is refused for what could not run without parameters', async () => {
    expect(await problemOf(draft('SELECT * FROM flights WHERE delay > $1'))).toMatchObject({ code: 'invalid-sql' });
    expect(await problemOf(draft('FROM nothing'))).toMatchObject({ code: 'not-found' });
  });
});
