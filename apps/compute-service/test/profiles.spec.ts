import { profileDataset } from '@svc/contracts';
import { EDITOR } from './compute-harness';
import { problemOf } from './problem-of';
import { harness } from './query-service-calls';

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
