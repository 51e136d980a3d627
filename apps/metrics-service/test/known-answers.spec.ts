import { type Principal, putMetric, queryMetric, shareMetric } from '@svc/contracts';
import { eventually, refusal } from '@svc/testing';
import { DELAY_TOTAL, FLIGHTS } from './flights';
import { EDITOR } from './metrics-harness';
import { harness } from './sample-metrics';

const VIEWER: Principal = { ...EDITOR, id: 'token:viewer' };

const query = (asked: object = {}, principal: Principal = EDITOR) =>
  harness.gateway.call(queryMetric, { params: { name: 'delay_total' }, query: {}, body: asked }, { principal });

const fewer = { ...FLIGHTS, rows: FLIGHTS.rows.slice(1) };

const asked = (): number => harness.world.queries.length;

afterAll(() => harness.stop());

describe('a known answer', () => {
  beforeAll(async () => {
    harness.world.settled = true;
    await harness.gateway.call(
      putMetric,
      { params: { name: 'delay_total' }, query: { visibility: 'project' }, body: DELAY_TOTAL },
      { principal: EDITOR },
    );
  });

  it('is given by metrics-service itself, and is the same but for saying so', async () => {
    const first = await query({ group_by: ['carrier'] });
    const before = asked();
    const again = await query({ group_by: ['carrier'] });
    expect(again).toEqual({ ...first, cached: true, duration_ms: expect.any(Number) });
    expect([first.cached, asked()]).toEqual([false, before]);
  });

  it('is in the history of whoever asked for it', async () => {
    const { sql } = await query({ group_by: ['carrier'] }, VIEWER);
    const theirs = () => harness.world.records.filter(({ caller }) => caller === VIEWER.id);
    await eventually(() => theirs().length > 0);
    expect(theirs()).toEqual([
      expect.objectContaining({
        statement: sql,
        caller: VIEWER.id,
        rows: 2,
        sources: { flights: `sha256:${'1'.repeat(64)}` },
      }),
    ]);
  });

  it('is another one for another question, other values and other rows', async () => {
    const before = asked();
    await query({ group_by: ['carrier'], filters: [{ column: 'carrier', op: 'eq', value: 'B6' }] });
    await query({ group_by: ['carrier'], filters: [{ column: 'carrier', op: 'eq', value: 'DL' }] });
    await query({ group_by: ['carrier'], limit: 1 });
    expect(asked()).toBe(before + 3);
    await harness.world.certify('more', { columns: [{ name: 'n', type: 'integer' }], rows: [] });
    await harness.world.certify('flights', fewer);
    expect(await query({ group_by: ['carrier'] })).toMatchObject({
      cached: false,
      rows: [
        ['B6', 20],
        ['DL', 6],
      ],
    });
  });

  it('is kept only where the same question always has the same answer', async () => {
    harness.world.settled = false;
    const before = asked();
    for (let n = 0; n < 2; n += 1) await query({ grain: 'year' });
    harness.world.settled = true;
    expect(asked()).toBe(before + 2);
  });

  it('is refused once its rows are no longer certified, though it is known', async () => {
    await query();
    harness.world.withdraw('flights', 'It was revoked');
    expect(await refusal(query())).toMatchObject({ code: 'uncertified-source' });
    await harness.world.certify('flights', fewer);
  });

  it('is not given to whom the metric, or what it reads, is hidden', async () => {
    await query();
    harness.world.access.set('flights', { owner: EDITOR.id, visibility: 'private', groups: [] });
    expect((await refusal(query({}, VIEWER))).code).toBe('uncertified-source');
    harness.world.access.delete('flights');
    await harness.gateway.call(
      shareMetric,
      { params: { name: 'delay_total' }, query: {}, body: { visibility: 'private' }, if_match: '*' },
      { principal: EDITOR },
    );
    expect((await refusal(query({}, VIEWER))).code).toBe('not-found');
    expect((await query()).cached).toBe(true);
  });
});
