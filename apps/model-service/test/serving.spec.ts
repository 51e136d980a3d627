import { randomUUID } from 'node:crypto';
import type { Principal } from '@svc/contracts';
import { CALLERS, refusal } from '@svc/testing';
import { doubled, doubledSignature, flatArchive } from './flat-archive';
import { row, servedModels } from './served-models';

const { owner: ada, stranger: stu } = CALLERS;
const { call, register, registerDelays, registerDoubled, invoke, records } = servedModels();
const cells = Object.values(row);
const columnsOf = (one: object) => Object.fromEntries(Object.entries(one).map(([name, it]) => [name, [it]]));

describe('registering a version', () => {
  it('gives it the fast path when a thousand rows are answered as Python answered them', async () => {
    await registerDoubled('earned');
    const version = await call('getModelVersion', { params: { name: 'earned', version: '1' } });
    expect(version).toMatchObject({
      serving: { path: 'flat', replayed: { rows: 1000, flips: 0, largest_difference: 0 }, reason: null },
    });
  });

  it.each<[string, () => Uint8Array, string]>([
    ['differs by more than 1e-9', () => flatArchive(doubled, { off: 1e-8 }), 'differs by'],
    ['was replayed on fewer than a thousand rows', () => flatArchive(doubled, { rows: 999 }), 'fewer than 1000 rows'],
    ['is no archive', () => Buffer.from('nonsense'), 'cannot be read'],
  ])(
    'keeps it from the fast path when its scorer %s, says why, and refuses to serve it',
    async (_, archive, reason) => {
      const name = `denied_${randomUUID().replaceAll('-', '')}`;
      await register(name, archive(), { signature: doubledSignature, classes: null });
      expect(await call('getModelVersion', { params: { name, version: '1' } })).toMatchObject({
        serving: { path: 'none', reason: expect.stringContaining(reason) },
      });
      expect(await refusal(invoke(name, { inputs: { x: [1] } }))).toMatchObject({ code: 'not-servable' });
      expect(await records(name)).toMatchObject([{ outcome: 'failed', problem: 'not-servable', version: 1 }]);
    },
  );
});

describe('an invocation', () => {
  beforeAll(() => registerDelays('delays'));

  it.each<[string, object]>([
    ['dataframe_split', { dataframe_split: { columns: Object.keys(row), data: [cells, cells] } }],
    ['dataframe_records', { dataframe_records: [row, row] }],
    ['instances', { instances: [row, row] }],
    ['instances as lists', { instances: [cells, cells] }],
    ['inputs', { inputs: Object.fromEntries(Object.entries(row).map(([name, it]) => [name, [it, it]])) }],
    ['inputs as rows', { inputs: [row, row] }],
  ])('answers %s', async (_, body) => {
    expect(await invoke('delays', body)).toMatchObject({ predictions: ['punctual', 'punctual'], model_version: 1 });
  });

  it('takes columns in any order, leaves others out, and null for what is not known', async () => {
    const [distance, carrier, night, departure] = cells;
    const body = {
      dataframe_split: {
        columns: ['late', 'departure', 'night', 'carrier', 'distance'],
        data: [
          [true, departure, night, carrier, distance],
          [true, null, null, null, null],
          [true, '2026-03-01', null, 'never seen', 400],
        ],
      },
    };
    expect(await invoke('delays', body)).toMatchObject({ predictions: ['punctual', 'late', 'punctual'] });
  });

  it('answers no rows with no predictions', async () => {
    expect(await invoke('delays', { instances: [] })).toMatchObject({ predictions: [] });
  });

  it('answers probabilities in order of the classes when asked for', async () => {
    const body = { instances: [row], params: { probabilities: true } };
    expect(await invoke('delays', body)).toMatchObject({ predictions: [[0.25, 0.75]] });
  });

  it.each<[string, unknown, string]>([
    ['a text for a number', { instances: [row, { ...row, distance: 'SECRET' }] }, '/body/instances/1/distance'],
    ['a number for a text', { dataframe_records: [{ ...row, carrier: 7 }] }, '/body/dataframe_records/0/carrier'],
    ['a number for a flag', { instances: [[1, 'UA', 1, null]] }, '/body/instances/0/2'],
    ['a flag for a number', { instances: [{ ...row, distance: true }] }, '/body/instances/0/distance'],
    ['an object for a number', { instances: [{ ...row, distance: {} }] }, '/body/instances/0/distance'],
    ['"NaN"', { inputs: { ...columnsOf(row), distance: ['NaN'] } }, '/body/inputs/distance/0'],
    ['a day that does not exist', { instances: [{ ...row, departure: '2026-02-30' }] }, '/body/instances/0/departure'],
    ['seconds for a moment', { instances: [{ ...row, departure: 17 }] }, '/body/instances/0/departure'],
    ['a cell that is missing', { instances: [{ distance: 1 }] }, '/body/instances/0/carrier'],
    [
      'a name that every object has',
      { dataframe_records: [{ ...row, distance: undefined, toString: 1 }] },
      '/body/dataframe_records/0/distance',
    ],
    [
      'a column that is missing',
      { dataframe_split: { columns: ['distance'], data: [[1]] } },
      '/body/dataframe_split/columns/carrier',
    ],
    [
      'a column named twice',
      { dataframe_split: { columns: [...Object.keys(row), 'night'], data: [] } },
      '/body/dataframe_split/columns/4',
    ],
    [
      'a row of another length',
      { dataframe_split: { columns: Object.keys(row), data: [cells, [1]] } },
      '/body/dataframe_split/data/1',
    ],
    ['columns of different lengths', { inputs: { ...columnsOf(row), night: [true, true] } }, '/body/inputs/night'],
    ['a row that is none', { instances: [3] }, '/body/instances/0'],
    [
      'a parameter that would be ignored',
      { instances: [row], params: { threshold: 'SECRET' } },
      '/body/params/threshold',
    ],
    ['no framing', {}, '/body'],
    ['two framings', { instances: [row], inputs: [row] }, '/body'],
    ['a member that is none', { instances: [row], rows: [] }, '/body/rows'],
  ])('refuses %s with a pointer to it, and repeats nothing of the data', async (_, body, pointer) => {
    const refused = await refusal(invoke('delays', body));
    expect(refused).toMatchObject({ code: 'invalid-request', facts: { errors: expect.anything() } });
    expect(refused.facts.errors?.map((it) => it.pointer)).toContain(pointer);
    expect(JSON.stringify(refused.toProblem())).not.toContain('SECRET');
  });

  it('lists at most twenty cells that do not fit', async () => {
    const refused = await refusal(
      invoke('delays', { instances: Array.from({ length: 500 }, () => ({ ...row, night: 1 })) }),
    );
    expect(refused.facts.errors).toHaveLength(20);
  });

  it('is 500 for a model that has no finite answer, and for nothing else', async () => {
    await registerDoubled('endless');
    expect(await refusal(invoke('endless', { inputs: { x: [1, 1.7e308] } }))).toMatchObject({ code: 'model-failed' });
    expect(await refusal(invoke('endless', { inputs: { x: null } }))).toMatchObject({ code: 'invalid-request' });
    expect(await records('endless')).toMatchObject([{ problem: 'invalid-request' }, { problem: 'model-failed' }]);
  });
});

describe('which version answers', () => {
  it('is the champion, from the next request on after it moved, and no request is lost meanwhile', async () => {
    await registerDoubled('moving');
    const other = { ...doubled, members: doubled.members.map((it) => ({ ...it, weight: 10 })) };
    await registerDoubled('moving', other);
    let moved = false;
    const asking = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 20 || !moved; n += 1) {
          const after = moved;
          const { predictions, model_version } = await invoke('moving', { inputs: { x: 1 } });
          expect(predictions).toEqual([model_version === 1 ? 2 : 20]);
          if (after) expect(model_version).toBe(2);
        }
      }),
    );
    await call('promoteModel', { params: { name: 'moving' }, body: { version: 2 } });
    moved = true;
    await asking;
    expect(await invoke('moving', { inputs: { x: 1 } }, { version: '1' })).toMatchObject({ predictions: [2] });
    expect(await records('moving', { limit: 1 })).toMatchObject([{ asked: '1', version: 1 }]);
  });

  it('is asked for by number or alias; without a champion the refusal names the newest', async () => {
    await registerDoubled('headless');
    await call('releaseAlias', { params: { name: 'headless', alias: 'champion' } });
    expect(await refusal(invoke('headless', { inputs: { x: 1 } }))).toMatchObject({
      code: 'no-champion',
      facts: { data: { newest: 1 } },
    });
    for (const version of ['2', 'shadow'])
      expect(await refusal(invoke('headless', { inputs: { x: 1 } }, { version }))).toMatchObject({ code: 'not-found' });
    await call('deleteModelVersion', { params: { name: 'headless', version: 1 } });
    expect(await refusal(invoke('headless', { inputs: { x: 1 } }, { version: '1' }))).toMatchObject({
      code: 'not-found',
    });
  });

  it('is nobody’s who may not see the model: to them it does not exist, and nothing is recorded', async () => {
    await registerDoubled('private_one');
    for (const ask of [
      () => invoke('private_one', { inputs: { x: 1 } }, { who: stu }),
      () => records('private_one', {}, stu),
      () => call('getAccuracy', { params: { name: 'private_one' } }, stu),
    ])
      expect(await refusal(ask())).toMatchObject({ code: 'not-found' });
    expect(await records('private_one')).toEqual([]);
    const deaf: Principal = { ...ada, scopes: ada.scopes.filter((it) => it !== 'serving:invoke') };
    expect(await refusal(invoke('private_one', { inputs: { x: 1 } }, { who: deaf }))).toMatchObject({
      code: 'forbidden',
    });
  });
});
