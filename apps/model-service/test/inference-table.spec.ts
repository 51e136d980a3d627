import { randomUUID } from 'node:crypto';
import type { Principal } from '@svc/contracts';
import { CALLERS, refusal } from '@svc/testing';
import { z } from 'zod';
import { INFERENCE_TABLE, type InferenceTable } from '../src/serving/serving.ports';
import { api, row, servedModels } from './served-models';

const { owner: ada, stranger: stu, viewer: vic, admin: root } = CALLERS;
const { call, registerDelays, registerDoubled, invoke, records, publish, harness } = servedModels();

describe('the inference table', () => {
  it('has every invocation once its answer is there, in pages, newest first', async () => {
    await registerDoubled('logged');
    const ids = [];
    for (let n = 1; n <= 5; n += 1) ids.unshift((await invoke('logged', { inputs: { x: n } })).request_id);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page = api.listInvocations.response.parse(
        await call('listInvocations', { params: { name: 'logged' }, query }),
      );
      seen.push(...page.items.map((it) => it.request_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await records('logged'))[0]).toMatchObject({
      model: 'logged',
      version: 1,
      asked: 'champion',
      caller: ada.id,
      outcome: 'succeeded',
      rows: 1,
      request: { inputs: { x: 5 } },
      request_truncated: false,
      predictions: [10],
    });
  });

  it('shows nothing of an earlier model of the same name to whoever takes the name', async () => {
    await registerDoubled('taken');
    await publish('taken');
    await invoke('taken', { inputs: { x: 1 } });
    expect(await records('taken')).toHaveLength(1);
    const { etag } = z.object({ etag: z.string() }).parse(await call('getModel', { params: { name: 'taken' } }));
    await call('deleteModel', { params: { name: 'taken' }, if_match: etag });
    await registerDoubled('taken');
    expect(await records('taken')).toEqual([]);
  });

  it('is filtered by version, outcome and time', async () => {
    await registerDoubled('filtered');
    await invoke('filtered', { inputs: { x: 1 } });
    await refusal(invoke('filtered', { inputs: { x: 'a' } }));
    expect(await records('filtered', { outcome: 'failed' })).toMatchObject([{ problem: 'invalid-request' }]);
    expect(await records('filtered', { outcome: 'succeeded' })).toHaveLength(1);
    expect(await records('filtered', { version: 2 })).toEqual([]);
    expect(await records('filtered', { until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await records('filtered', { since: '2020-01-01T00:00:00Z' })).toHaveLength(2);
  });

  it('caps bodies as valid JSON, keeps text as it came, and says what was cut', async () => {
    await registerDelays('capped');
    const odd = 'nul \u0000 and half a pair \ud800';
    await invoke('capped', { instances: [{ ...row, carrier: odd }] });
    await invoke('capped', { instances: Array.from({ length: 20_000 }, () => row) });
    await invoke('capped', { instances: [{ ...row, carrier: 'x'.repeat(100_000) }] });
    const [huge, many, first] = await records('capped');
    expect(first).toMatchObject({ request: { instances: [{ carrier: odd }] }, request_truncated: false });
    expect(many).toMatchObject({ rows: 20_000, request_truncated: true, predictions_truncated: true });
    const { instances } = z.object({ instances: z.array(z.unknown()).min(100) }).parse(many?.request);
    expect(instances[0]).toEqual(row);
    expect(JSON.stringify(many?.request).length).toBeLessThanOrEqual(65_536);
    expect(huge).toMatchObject({ request: { instances: [] }, request_truncated: true, predictions: ['punctual'] });
  });

  it('shows payloads to the owner and admins, and to others their own', async () => {
    await registerDoubled('shared_one');
    await publish('shared_one');
    await invoke('shared_one', { inputs: { x: 1 } });
    await invoke('shared_one', { inputs: { x: 2 } }, { who: vic });
    expect(await records('shared_one', {}, vic)).toMatchObject([{ caller: vic.id }]);
    for (const who of [ada, root]) expect(await records('shared_one', {}, who)).toHaveLength(2);
  });

  it('is kept in days, which are made ahead and dropped when they are past', async () => {
    const days = async () =>
      z
        .array(z.object({ relname: z.string() }))
        .parse(await harness().sql("SELECT relname FROM pg_class WHERE relname ~ '^inference_[0-9]{8}$' ORDER BY 1"))
        .map((it) => it.relname);
    const table = harness().service.app.get<InferenceTable>(INFERENCE_TABLE);
    await table.turnDays(new Date('2031-01-30T10:00:00Z'), new Date('2020-01-01T00:00:00Z'));
    expect(await days()).toEqual(
      expect.arrayContaining(['inference_20310130', 'inference_20310131', 'inference_20310201', 'inference_20310202']),
    );
    await harness().sql(
      `INSERT INTO inference (request_id, at, model, version, asked, caller, duration_ms, request_truncated, predictions_truncated, trace_id)
       SELECT gen_random_uuid(), at, 'old', 1, 'champion', 'x', 1, false, false, ''
       FROM unnest('{2031-01-30T12:00Z,2031-01-31T12:00Z,2019-05-05T12:00Z}'::timestamptz[]) AS at`,
    );
    await table.turnDays(new Date('2031-01-30T10:00:00Z'), new Date('2031-01-31T00:00:00Z'));
    expect(await days()).not.toContain('inference_20310130');
    expect(await harness().sql("SELECT at FROM inference WHERE model = 'old'")).toEqual([
      { at: new Date('2031-01-31T12:00:00Z') },
    ]);
  });
});

describe('labels', () => {
  const label = (name: string, labels: readonly object[], who = ada) =>
    call('labelInvocations', { params: { name }, body: { labels } }, who);
  const accuracy = async (name: string, query: object = {}) =>
    api.getAccuracy.response.parse(await call('getAccuracy', { params: { name }, query })).items;

  it('make the accuracy of a classification a number, by day and version; a later label replaces an earlier one', async () => {
    await registerDelays('judged');
    const one = await invoke('judged', { instances: [row, row, { ...row, carrier: 'AA' }] });
    const two = await invoke('judged', { instances: [row], params: { probabilities: true } });
    expect(
      await label('judged', [
        { request_id: one.request_id, row: 0, label: 'punctual' },
        { request_id: one.request_id, row: 1, label: 'late' },
        { request_id: one.request_id, row: 2, label: 'late' },
        { request_id: two.request_id, label: 'punctual' },
      ]),
    ).toEqual({ labelled: 4 });
    await harness().sql("UPDATE model SET created_at = '2026-01-01T00:00:00Z' WHERE name = 'judged'");
    await harness().sql("UPDATE inference_label SET predicted_at = '2026-03-01T23:59:59Z' WHERE model = 'judged'");
    expect(await accuracy('judged', { version: 1 })).toMatchObject([
      { day: '2026-03-01', version: 1, labelled: 4, accuracy: 0.75, rmse: null },
    ]);
    await label('judged', [{ request_id: one.request_id, row: 1, label: 'punctual' }]);
    expect(await accuracy('judged')).toMatchObject([{ labelled: 4, accuracy: 1 }]);
    expect(await accuracy('judged', { version: 2 })).toEqual([]);
  });

  it('make the error of numbers a number', async () => {
    await registerDoubled('measured');
    const { request_id } = await invoke('measured', { inputs: { x: [1, 2] } });
    await label('measured', [
      { request_id, row: 0, label: 5 },
      { request_id, row: 1, label: 8 },
    ]);
    expect(await accuracy('measured')).toMatchObject([
      { labelled: 2, accuracy: null, mae: 3.5, rmse: Math.sqrt(12.5) },
    ]);
  });

  it('are taken together or not at all', async () => {
    await registerDelays('strict');
    await publish('strict');
    const { request_id } = await invoke('strict', { instances: [row] });
    await refusal(invoke('strict', { instances: [{}] }));
    const failed = (await records('strict', { outcome: 'failed' }))[0]?.request_id;
    const good = { request_id, label: 'late' };
    for (const [bad, member] of [
      [{ request_id: randomUUID(), label: 'late' }, 'request_id'],
      [{ request_id: failed, label: 'late' }, 'request_id'],
      [{ request_id, row: 1, label: 'late' }, 'row'],
      [{ request_id, label: 1 }, 'label'],
    ] as const) {
      const refused = await refusal(label('strict', [good, bad]));
      expect(refused.facts.errors?.map((it) => it.pointer)).toEqual([`/body/labels/1/${member}`]);
    }
    const other: Principal = { ...stu, scopes: ada.scopes };
    expect(await refusal(label('strict', [good], other))).toMatchObject({ code: 'invalid-request' });
    expect(await refusal(label('strict', [good], vic))).toMatchObject({ code: 'forbidden' });
    expect(await accuracy('strict')).toEqual([]);
  });
});
