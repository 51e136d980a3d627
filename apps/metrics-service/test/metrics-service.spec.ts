import {
  compileMetric,
  deleteMetric,
  exportMetric,
  getMetric,
  listMetrics,
  metricHistory,
  type Metric,
  type Principal,
  putMetric,
  queryMetric,
} from '@svc/contracts';
import { refusal } from '@svc/testing';
import { DELAY_TOTAL, FLIGHTS } from './flights';
import { EDITOR } from './metrics-harness';
import { seats, delayPerSeat, harness } from './sample-metrics';

const as = (principal: Principal = EDITOR) => ({ principal });

const put = (definition: Parameters<typeof body>[0], ifMatch?: string) =>
  harness.gateway.call(
    putMetric,
    {
      params: { name: definition.name },
      query: {},
      body: body(definition),
      ...(ifMatch === undefined ? {} : { if_match: ifMatch }),
    },
    as(),
  );

const query = (name: string, asked: object = {}, principal?: Principal) =>
  harness.gateway.call(queryMetric, { params: { name }, query: {}, body: asked }, as(principal));

const history = (name: string) => harness.gateway.call(metricHistory, { params: { name }, query: {} }, as());

const remove = (name: string, ifMatch?: string) =>
  harness.gateway.call(
    deleteMetric,
    { params: { name }, query: {}, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
    as(),
  );

function body<D extends typeof DELAY_TOTAL | typeof seats | typeof delayPerSeat>(definition: D): D {
  return definition;
}

afterAll(() => harness.stop());

describe('metrics-service', () => {
  let first: Metric;

  it('stores a metric over a certified source', async () => {
    first = await put(DELAY_TOTAL);
    expect(first).toMatchObject({ name: 'delay_total', version: 1, owner: 'token:editor', definition: DELAY_TOTAL });
    expect(await harness.gateway.call(getMetric, { params: { name: 'delay_total' }, query: {} }, as())).toEqual(first);
  });

  it('answers a query with its SQL and the certificate it stands on', async () => {
    const answer = await query('delay_total', {
      group_by: ['carrier'],
      grain: 'month',
      filters: [{ column: 'carrier', op: 'in', value: ['B6', 'DL'] }],
    });
    expect(answer).toMatchObject({
      columns: [
        { name: 'day', type: 'date' },
        { name: 'carrier', type: 'string' },
        { name: 'delay_total', type: 'integer' },
      ],
      rows: [
        ['2024-01-01', 'B6', 10],
        ['2024-02-01', 'B6', 20],
        ['2024-02-01', 'DL', 6],
      ],
      row_count: 3,
      truncated: false,
      cached: false,
      source: {
        derivation: 'flights',
        verdict: 'sound',
        certificate_digest: expect.stringMatching(/^sha256:a+1$/),
        data_hash: `sha256:${'1'.repeat(64)}`,
        as_of: '2024-03-01T00:00:00Z',
      },
    });
    expect(answer.sql).toMatch(/^SELECT CAST\(date_trunc/);
    expect(answer.sources).toEqual([answer.source]);
  });

  it('sends values bound and the exact version of the source it was certified with', () => {
    expect(harness.world.queries.at(-1)).toMatchObject({
      parameters: [['B6', 'DL']],
      tables: { flights: { object: '1'.repeat(64) } },
    });
  });

  it('says that an answer was cut at the limit', async () => {
    expect(await query('delay_total', { group_by: ['carrier'], limit: 1 })).toMatchObject({
      row_count: 1,
      truncated: true,
    });
  });

  it('answers with more rows than fit a message', async () => {
    const names = Array.from({ length: 9000 }, (_, index) => ({
      name: `${String(index).padStart(5, '0')}${'x'.repeat(120)}`,
    }));
    await harness.world.certify('wide', { columns: [{ name: 'name', type: 'string' }], rows: names });
    await put({ ...seats, name: 'wide_count', source: 'wide', dimensions: ['name'] });
    const answer = await query('wide_count', { group_by: ['name'] });
    expect(JSON.stringify(answer).length).toBeGreaterThan(1024 * 1024);
    expect(answer.rows.at(-1)).toEqual([`08999${'x'.repeat(120)}`, 1]);
    await remove('wide_count', '*');
  });

  it('compiles without running anything', async () => {
    const before = harness.world.queries.length;
    const compiled = await harness.gateway.call(
      compileMetric,
      {
        params: { name: 'delay_total' },
        query: {},
        body: { filters: [{ column: 'day', op: 'on_date', value: '2024-02-01' }] },
      },
      as(),
    );
    expect(compiled).toEqual({
      sql: expect.stringContaining('s."day" >= CAST($1 AS DATE)'),
      parameters: ['2024-02-01', '2024-02-02'],
    });
    expect(harness.world.queries).toHaveLength(before);
  });

  it('names the certificate of every source of a ratio', async () => {
    await put(seats);
    await put(delayPerSeat);
    const answer = await query('delay_per_seat', { group_by: ['carrier'] });
    expect(answer.rows).toEqual([
      ['B6', 30],
      ['DL', null],
      ['UA', null],
    ]);
    expect(answer.sources.map((it) => it.derivation)).toEqual(['flights', 'bookings']);
  });

  it('adds no history for an unchanged definition, and says what a changed one changed and who did it', async () => {
    await put(DELAY_TOTAL, first.etag);
    expect((await history('delay_total')).items).toHaveLength(1);
    const changed = await put({ ...DELAY_TOTAL, measure: { agg: 'sum', column: 'delay' }, dimensions: [] }, '*').catch(
      (error: unknown) => error,
    );
    expect(changed).toMatchObject({ version: 2 });
    expect((await history('delay_total')).items).toMatchObject([
      { version: 2, author: 'token:editor', change: 'dimensions: −carrier' },
      { version: 1, change: 'created' },
    ]);
    await put(DELAY_TOTAL, '*');
  });

  it('exports a metric with every definition it has had', async () => {
    const document = await harness.gateway.call(exportMetric, { params: { name: 'delay_total' }, query: {} }, as());
    expect(document).toMatchObject({
      schema: 'svc.export/v1',
      kind: 'metric',
      metric: { name: 'delay_total', version: 3 },
      history: [{ version: 3 }, { version: 2 }, { version: 1, definition: DELAY_TOTAL }],
    });
  });

  it('replaces nothing unseen', async () => {
    expect((await refusal(put({ ...DELAY_TOTAL, dimensions: [] }))).code).toBe('precondition-required');
    expect((await refusal(put({ ...DELAY_TOTAL, dimensions: [] }, `"sha256:${'0'.repeat(64)}"`))).code).toBe(
      'precondition-failed',
    );
  });

  it('refuses a definition that does not fit its source, with pointers', async () => {
    const error = await refusal(put({ ...DELAY_TOTAL, name: 'wrong', measure: { agg: 'sum', column: 'dealy' } }));
    expect(error.code).toBe('invalid-metric');
    expect(error.facts.errors).toEqual([
      { pointer: '/body/measure/column', message: expect.stringContaining('did you mean "delay"?') },
    ]);
    expect((await refusal(query('wrong'))).code).toBe('not-found');
  });

  it('refuses a source that is not certified, saying why', async () => {
    const error = await refusal(put({ ...seats, name: 'other', source: 'nothing' }));
    expect(error).toMatchObject({
      code: 'uncertified-source',
      facts: { data: { sources: [{ name: 'nothing', reason: 'there is no derivation of that name.' }] } },
    });
  });

  it('refuses to group by what is not declared', async () => {
    const error = await refusal(query('delay_total', { group_by: ['carier'] }));
    expect(error).toMatchObject({ code: 'undeclared-dimension', facts: { errors: [{ pointer: '/body/group_by/0' }] } });
  });

  it('lists metrics by name, page by page', async () => {
    const list = (input: object) => harness.gateway.call(listMetrics, { params: {}, query: input }, as());
    const page = await list({ limit: 2 });
    expect(page).toMatchObject({
      items: [{ name: 'delay_per_seat' }, { name: 'delay_total' }],
      next_cursor: expect.any(String),
    });
    expect(await list({ limit: 2, cursor: page.next_cursor })).toMatchObject({
      items: [{ name: 'seats' }],
      next_cursor: null,
    });
    expect(await refusal(list({ cursor: 'zzz' }))).toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/query/cursor' }] },
    });
  });

  it('does not delete what another metric is made of, and keeps the history of what it deletes', async () => {
    expect(await refusal(remove('seats', '*'))).toMatchObject({
      code: 'in-use',
      facts: { data: { used_by: ['delay_per_seat'] } },
    });
    await remove('delay_per_seat', '*');
    await remove('seats', '*');
    expect((await history('seats')).items.map((it) => it.change)).toEqual(['deleted', 'created']);
    expect(await put(seats)).toMatchObject({ version: 3 });
    expect((await history('seats')).items[0]).toMatchObject({ change: 'created again' });
  });

  it('lets one of many writers win, whoever writes at the same time', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        put({ ...seats, name: 'raced', dimensions: index % 2 === 0 ? [] : ['carrier'] }),
      ),
    );
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    expect((await history('raced')).items).toHaveLength(1);
  });

  it('never ends up with a circle when two definitions cross', async () => {
    for (const name of ['left', 'right']) await put({ ...seats, name });
    const crossed = await Promise.allSettled([
      put({ ...delayPerSeat, name: 'left', numerator: 'right', denominator: 'seats' }, '*'),
      put({ ...delayPerSeat, name: 'right', numerator: 'left', denominator: 'seats' }, '*'),
    ]);
    expect(crossed.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    expect(await query('left')).toMatchObject({ row_count: 1 });
  });

  it('does not let a viewer write', async () => {
    const viewer: Principal = { ...EDITOR, role: 'viewer', scopes: ['metric:read'] };
    expect((await refusal(query('delay_total', {}, viewer))).code).toBe('forbidden');
  });

  it('refuses a metric whose source has lost a column', async () => {
    await harness.world.certify('flights', { ...FLIGHTS, columns: FLIGHTS.columns.slice(0, 2) });
    expect(await refusal(query('delay_total'))).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('delay_total: "flights" has no column "delay"'),
    });
    await harness.world.certify('flights', FLIGHTS);
  });

  it('refuses a metric the moment its source is no longer certified, and answers again when it is', async () => {
    harness.world.withdraw('flights', 'its newest run was revoked.');
    const error = await refusal(query('delay_total'));
    expect(error).toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining('"flights" is not certified: its newest run was revoked.'),
    });
    await harness.world.certify('flights', FLIGHTS);
    expect(await query('delay_total')).toMatchObject({ rows: [[36]] });
  });

  it('is unavailable while Postgres is away, and comes back with it', async () => {
    await harness.postgres.kill();
    // One that was asked for just now is known for as long as its lease lasts.
    expect((await refusal(query('asked_first_now'))).code).toBe('unavailable');
    await harness.postgres.restart();
    expect(await query('delay_total')).toMatchObject({ rows: [[36]] });
  });

  it('is unavailable while nobody can say what is certified', async () => {
    await harness.cert.stop();
    expect((await refusal(query('delay_total'))).code).toBe('unavailable');
  });
});
