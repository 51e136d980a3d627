import type { Column } from '@svc/contracts';
import { metricDefinition } from '@svc/contracts';
import { checkDefinition } from './check-definition';
import { shapeOf } from './metric-shape';

const flights: Column[] = [
  { name: 'carrier', type: 'string' },
  { name: 'delay', type: 'number' },
  { name: 'seats', type: 'integer' },
  { name: 'day', type: 'date' },
  { name: 'left_at', type: 'timestamptz' },
];
const planes: Column[] = [
  { name: 'carrier', type: 'integer' },
  { name: 'made', type: 'date' },
  { name: 'model', type: 'string' },
];
const columns = new Map([
  ['flights', flights],
  ['planes', planes],
]);

function check(definition: object, ...others: object[]) {
  const asked = metricDefinition.parse({ name: 'm', ...definition });
  const all = new Map([...others.map((it) => metricDefinition.parse(it)), asked].map((it) => [it.name, it]));
  const result = shapeOf(asked, all);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return checkDefinition(asked, result.shape, columns);
}

const onFlights = { type: 'simple', source: 'flights', measure: { agg: 'sum', column: 'delay' } };

describe('a metric definition against its source', () => {
  it('accepts columns that exist and fit', () => {
    expect(
      check({ ...onFlights, dimensions: ['carrier'], timeDimension: { column: 'left_at', grain: 'hour' } }),
    ).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'a measure column that does not exist',
      { ...onFlights, measure: { agg: 'sum', column: 'dealy' } },
      '/body/measure/column',
      /no column "dealy"; did you mean "delay"\?/,
    ],
    [
      'a sum of texts',
      { ...onFlights, measure: { agg: 'sum', column: 'carrier' } },
      '/body/measure/column',
      /a string, which has no sum; numeric columns: "delay", "seats"/,
    ],
    [
      'a median of dates',
      { ...onFlights, measure: { agg: 'median', column: 'day' } },
      '/body/measure/column',
      /a date, which has no median/,
    ],
    [
      'a dimension that does not exist',
      { ...onFlights, dimensions: ['carrier', 'origin'] },
      '/body/dimensions/1',
      /no column "origin"\. Columns: "carrier"/,
    ],
    [
      'a dimension listed twice',
      { ...onFlights, dimensions: ['carrier', 'carrier'] },
      '/body/dimensions/1',
      /listed twice/,
    ],
    [
      'time that is not a time',
      { ...onFlights, timeDimension: { column: 'carrier' } },
      '/body/timeDimension/column',
      /a time dimension is a date or a timestamp/,
    ],
    [
      'hours of a date',
      { ...onFlights, timeDimension: { column: 'day', grain: 'hour' } },
      '/body/timeDimension/grain',
      /grains: "day", "week", "month", "quarter", "year"/,
    ],
    [
      'a group column that has the name of the metric',
      { ...onFlights, name: 'carrier', dimensions: ['carrier'] },
      '/body/name',
      /give the metric another name/,
    ],
  ])('refuses %s', (_, definition, pointer, message) => {
    expect(check(definition)).toEqual([{ pointer, message: expect.stringMatching(message) }]);
  });

  it('refuses a ratio of something that is not a number', () => {
    const first = { name: 'first', type: 'simple', source: 'planes', measure: { agg: 'min', column: 'model' } };
    const count = { name: 'n', type: 'simple', source: 'planes', measure: { agg: 'count' } };
    expect(check({ type: 'ratio', numerator: 'first', denominator: 'n' }, first, count)).toEqual([
      { pointer: '/body/numerator', message: expect.stringMatching(/a ratio divides numbers/) },
    ]);
  });

  const simple = (name: string, agg: string, column: string, more: object = {}) => ({
    name,
    type: 'simple',
    source: 'flights',
    measure: { agg, column },
    ...more,
  });

  it.each<[string, string, RegExp | null]>([
    ['sums, means and counts', '(total - 2) * mean / heads', null],
    ['the greatest of two texts', 'coalesce(first, greatest(first, first))', null],
    ['a text in a sum', 'total + first', /"\+" takes numbers, but "first", the min of "carrier", is a string/],
    ['a text beside a number', 'coalesce(first, 0)', /values of one kind, but "first"/],
    ['a date with its sign turned', '-newest', /"-" takes numbers, but "newest"/],
    ['a number of decimals that is calculated', 'round(total, heads)', /whole number of decimals/],
  ])('knows the types of an expression: %s', (_, expression, message) => {
    const operands = [
      simple('total', 'sum', 'delay'),
      simple('mean', 'average', 'seats'),
      simple('heads', 'count', 'carrier'),
      simple('first', 'min', 'carrier'),
      simple('newest', 'max', 'day'),
    ];
    expect(check({ type: 'derived', expression }, ...operands)).toEqual(
      message === null ? [] : [{ pointer: '/body/expression', message: expect.stringMatching(message) }],
    );
  });

  it('refuses a window of hours over dates', () => {
    const daily = simple('daily', 'sum', 'delay', { timeDimension: { column: 'day' } });
    expect(check({ type: 'cumulative', metric: 'daily', window: { count: 24, grain: 'hour' } }, daily)).toEqual([
      {
        pointer: '/body/window/grain',
        message: expect.stringMatching(/"day" is a date, which has no hour; grains: "day"/),
      },
    ]);
    expect(check({ type: 'cumulative', metric: 'daily', toDate: 'minute' }, daily)).toMatchObject([
      { pointer: '/body/toDate' },
    ]);
    expect(check({ type: 'cumulative', metric: 'daily', toDate: 'quarter' }, daily)).toEqual([]);
  });

  it('refuses a dimension that is a text in one source and a number in the other', () => {
    const delays = { name: 'delays', ...onFlights, dimensions: ['carrier'] };
    const fleet = {
      name: 'fleet',
      type: 'simple',
      source: 'planes',
      measure: { agg: 'count' },
      dimensions: ['carrier'],
    };
    expect(check({ type: 'ratio', numerator: 'delays', denominator: 'fleet' }, delays, fleet)).toEqual([
      {
        pointer: '/body/dimensions',
        message: expect.stringMatching(/"carrier" is a string in "flights" and a integer in "planes"/),
      },
    ]);
    expect(check({ type: 'ratio', numerator: 'delays', denominator: 'fleet', dimensions: [] }, delays, fleet)).toEqual(
      [],
    );
  });
});
