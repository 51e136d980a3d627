import { problemItems } from '../problem/pointer';
import { metricDefinition, metricQuery } from './metric';

function wrong(filter: unknown) {
  const parsed = metricQuery.safeParse({ filters: [filter] });
  return parsed.success ? [] : problemItems(parsed.error);
}

describe('a filter of a query', () => {
  it('stands alone or joined, at any depth', () => {
    const one = { column: 'shop', op: 'eq', value: ['A', null] };
    expect(wrong(one)).toEqual([]);
    expect(wrong({ or: [one, { and: [{ not: one }, one] }] })).toEqual([]);
  });

  it('is told what a filter is when it is none', () => {
    expect(wrong({ column: 'shop' })).toEqual([
      { pointer: '/filters/0', message: expect.stringMatching(/^expects \{column, op, value\}.*or \{and: \[…\]\}/) },
    ]);
    expect(wrong({ column: 'shop', op: 'eq', valeu: 'A' })).toEqual([
      { pointer: '/filters/0/valeu', message: 'is not a known member' },
    ]);
    expect(wrong({ or: [] })).toMatchObject([{ pointer: '/filters/0/or' }]);
  });
});

describe('a cumulative metric', () => {
  it('has a window or a period to date, not both', () => {
    const both = metricDefinition.safeParse({
      name: 'm',
      type: 'cumulative',
      metric: 'a',
      window: { count: 7, grain: 'day' },
      toDate: 'month',
    });
    expect(both.success ? [] : problemItems(both.error)).toEqual([
      { pointer: '/toDate', message: 'cannot be combined with a window; leave one of them out' },
    ]);
  });
});
