import type { Column, MetricDefinition } from '@svc/contracts';
import { metricDefinition, metricQuery, ProblemError } from '@svc/contracts';
import { DuckDbTables, type Table } from '../../../test/duckdb-tables';
import { shapeOf } from '../definition/metric-shape';
import { compileMetricQuery } from './metric-query.sql';

const now = new Date('2024-03-05T10:30:00Z');
const columns: Column[] = [
  { name: 'carrier', type: 'string' },
  { name: 'day', type: 'date' },
  { name: 'delay', type: 'decimal(10,2)' },
  { name: 'seats', type: 'integer' },
];
const rows = [
  { carrier: 'B6', day: '2024-01-01', delay: '1.00', seats: 1 },
  { carrier: 'B6', day: '2024-01-31', delay: '1.25', seats: null },
  { carrier: 'DL', day: '2024-02-01', delay: '3.00', seats: 0 },
  { carrier: null, day: null, delay: null, seats: 4 },
];
const tables = new Map<string, Table>([
  ['flights', { columns, rows }],
  ['_m', { columns: [], rows: [] }],
  [
    'm0',
    {
      columns: [
        { name: 'carrier', type: 'string' },
        { name: 'sold_at', type: 'timestamp' },
        { name: 'sales', type: 'integer' },
      ],
      rows: [
        { carrier: 'UA', sold_at: '2024-01-15 10:00:00', sales: 5 },
        { carrier: 'B6', sold_at: '2024-01-31 23:59:59', sales: 2 },
      ],
    },
  ],
  // Lord Howe's clock goes from 02:00 back to 01:30 at 15:00 UTC.
  [
    'island',
    {
      columns: [{ name: 'at', type: 'timestamptz' }],
      rows: ['14:10', '14:50', '15:10', '15:20', '15:40', '16:20'].map((it) => ({ at: `2024-04-06 ${it}:00` })),
    },
  ],
  [
    'readings',
    {
      columns: [
        { name: 'place', type: 'string' },
        { name: 'level', type: 'number' },
      ],
      rows: [
        ['a', '1'],
        ['b', 'NaN'],
        ['c', 'inf'],
        ['d', '-inf'],
        ['e', '2'],
        ['f', null],
      ].map(([place = null, level = null]) => ({ place, level })),
    },
  ],
]);
const known = new Map([...tables].map(([name, it]) => [name, it.columns]));

const definitions = new Map<string, MetricDefinition>(
  [
    {
      name: 'delay_total',
      type: 'simple',
      source: 'flights',
      measure: { agg: 'sum', column: 'delay' },
      dimensions: ['carrier'],
      timeDimension: { column: 'day', grain: 'month' },
    },
    {
      name: 'with_seats',
      type: 'simple',
      source: 'flights',
      measure: { agg: 'count', column: 'seats' },
      dimensions: ['carrier'],
      timeDimension: { column: 'day' },
    },
    {
      name: 'seats_total',
      type: 'simple',
      source: 'flights',
      measure: { agg: 'sum', column: 'seats' },
      dimensions: ['carrier'],
    },
    { name: 'middle_delay', type: 'simple', source: 'flights', measure: { agg: 'median', column: 'delay' } },
    {
      name: 'sales_total',
      type: 'simple',
      source: 'm0',
      measure: { agg: 'sum', column: 'sales' },
      dimensions: ['carrier'],
      timeDimension: { column: 'sold_at' },
    },
    { name: 'delay_per_seat', type: 'ratio', numerator: 'delay_total', denominator: 'seats_total' },
    { name: 'margin', type: 'derived', expression: '1.5 * delay_total - 0.1 * middle_seats + with_seats - with_seats' },
    {
      name: 'middle_seats',
      type: 'simple',
      source: 'flights',
      measure: { agg: 'max', column: 'seats' },
      dimensions: ['carrier'],
      timeDimension: { column: 'day' },
    },
    { name: 'rounded', type: 'derived', expression: 'round(delay_total / seats_total, 1)' },
    { name: 'so_far', type: 'cumulative', metric: 'delay_total' },
    { name: 'share_so_far', type: 'derived', expression: 'delay_total / so_far' },
    { name: 'landings', type: 'simple', source: 'island', measure: { agg: 'count' }, timeDimension: { column: 'at' } },
    { name: 'landings_so_far', type: 'cumulative', metric: 'landings', window: { count: 1, grain: 'hour' } },
    { name: 'landings_apart', type: 'derived', expression: 'landings + 100 * landings_so_far' },
    {
      name: 'level',
      type: 'simple',
      source: 'readings',
      measure: { agg: 'max', column: 'level' },
      dimensions: ['place'],
    },
    { name: 'seats_per_sale', type: 'ratio', numerator: 'with_seats', denominator: 'sales_total' },
  ].map((it) => [it.name, metricDefinition.parse(it)]),
);

function compile(name: string, query: object = {}) {
  const definition = definitions.get(name);
  const result = definition === undefined ? null : shapeOf(definition, definitions);
  if (result?.ok !== true) throw new Error(`no shape of ${name}`);
  return compileMetricQuery(result.shape, metricQuery.parse(query), known, now);
}

function refusal(name: string, query: object) {
  try {
    compile(name, query);
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.code, ...error.facts.errors?.[0] };
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the SQL of a metric query', () => {
  let duckdb: DuckDbTables;
  beforeAll(async () => {
    duckdb = await DuckDbTables.open();
    for (const [name, table] of tables) if (table.columns.length > 0) await duckdb.put(name, table);
  });
  afterAll(() => duckdb.close());

  it('is one readable statement', () => {
    expect(
      compile('delay_total', {
        group_by: ['carrier'],
        grain: 'month',
        filters: [{ column: 'carrier', op: 'in', value: ['B6', 'DL'] }],
      }),
    ).toEqual({
      text: [
        `SELECT CAST(date_trunc('month', s."day") AS DATE) AS "day",`,
        '  s."carrier" AS "carrier",',
        '  SUM(s."delay") AS "delay_total"',
        'FROM "flights" AS s',
        'WHERE s."carrier" = ANY(CAST($1 AS VARCHAR[]))',
        'GROUP BY 1, 2',
        'ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST',
      ].join('\n'),
      names: ['day', 'carrier', 'delay_total'],
      values: [['B6', 'DL']],
      totals: false,
    });
  });

  it('keeps a date a date when it is cut to a grain', async () => {
    const answer = await duckdb.query(compile('delay_total', { group_by: ['day'] }));
    expect(answer).toMatchObject({
      names: ['day', 'delay_total'],
      types: ['DATE', 'DECIMAL(38,2)'],
      rows: [
        ['2024-01-01', '2.25'],
        ['2024-02-01', '3.00'],
        [null, null],
      ],
    });
  });

  it('counts rows that have a value when count names a column', async () => {
    expect((await duckdb.query(compile('with_seats'))).rows).toEqual([['3']]);
  });

  it('does not cut the median of decimals to their scale', async () => {
    expect((await duckdb.query(compile('middle_delay'))).rows).toEqual([[1.25]]);
  });

  it('divides two measures of one source in one scan, and by zero to null', async () => {
    const compiled = compile('delay_per_seat', { group_by: ['carrier'] });
    expect(compiled.text.match(/FROM/g)).toHaveLength(1);
    expect((await duckdb.query(compiled)).rows).toEqual([
      ['B6', 2.25],
      ['DL', null],
      [null, null],
    ]);
  });

  it('reads a source once, however many metrics of it an expression names, windows included', () => {
    for (const name of ['margin', 'share_so_far'])
      expect(compile(name, { grain: 'month', group_by: ['carrier'] }).text.match(/FROM "flights"/g)).toHaveLength(1);
  });

  it('calculates with decimals exactly, and rounds where it is told to', async () => {
    expect(await duckdb.query(compile('margin'))).toMatchObject({ types: ['DECIMAL(38,3)'], rows: [['7.475']] });
    expect((await duckdb.query(compile('rounded', { group_by: ['carrier'] }))).rows).toEqual([
      ['B6', 2.3],
      ['DL', null],
      [null, null],
    ]);
  });

  it('joins sources on the shared group, keeping groups that only one of them has', async () => {
    const compiled = compile('seats_per_sale', { group_by: ['carrier'], grain: 'month' });
    expect(compiled.text).toContain('FULL OUTER JOIN');
    expect(await duckdb.query(compiled)).toMatchObject({
      names: ['day', 'carrier', 'seats_per_sale'],
      rows: [
        ['2024-01-01 00:00:00', 'B6', 0.5],
        ['2024-01-01 00:00:00', 'UA', 0],
        ['2024-02-01 00:00:00', 'DL', null],
        [null, null, null],
      ],
    });
  });

  it('joins sources without a group as one number', async () => {
    expect((await duckdb.query(compile('seats_per_sale'))).rows).toEqual([[3 / 7]]);
  });

  it('counts a row in one hour where the clock moves by half of one', async () => {
    const rows = async (name: string) =>
      (await duckdb.query(compile(name, { grain: 'hour', timezone: 'Australia/Lord_Howe' }))).rows.map((row) => row[1]);
    expect(await rows('landings')).toEqual(['2', '2', '2']);
    expect(await rows('landings_apart')).toEqual(['202', '202', '202']);
  });

  it('sorts values that are not JSON numbers as missing', async () => {
    const places = async (direction: string) =>
      (await duckdb.query(compile('level', { group_by: ['place'], order: [{ by: 'level', direction }] }))).rows.map(
        (row) => row[0],
      );
    expect(await places('desc')).toEqual(['e', 'a', 'b', 'c', 'd', 'f']);
    expect(await places('asc')).toEqual(['a', 'e', 'b', 'c', 'd', 'f']);
  });

  it('refuses what the metric does not declare, saying what it declares', () => {
    expect(refusal('delay_total', { group_by: ['carier'] })).toEqual({
      code: 'undeclared-dimension',
      pointer: '/body/group_by/0',
      message: '"delay_total" does not declare "carier"; did you mean "carrier"? Declared: "carrier", "day"',
    });
    expect(refusal('delay_total', { filters: [{ column: 'seats', op: 'gt', value: 1 }] })).toMatchObject({
      code: 'undeclared-dimension',
      pointer: '/body/filters/0/column',
    });
  });

  it('refuses a grain where there is no time, and one that the column does not have', () => {
    expect(refusal('seats_total', { grain: 'month' })).toMatchObject({
      code: 'invalid-request',
      pointer: '/body/grain',
    });
    expect(refusal('delay_total', { grain: 'hour' })).toMatchObject({
      code: 'invalid-request',
      pointer: '/body/grain',
      message: expect.stringMatching(/grains: "day"/),
    });
  });

  it('asks for a grain when the sources keep time in different types', () => {
    expect(refusal('seats_per_sale', { group_by: ['day'] })).toMatchObject({
      pointer: '/body/grain',
      message: expect.stringMatching(/is needed/),
    });
  });

  it('says so when the source no longer has a column that the metric needs', () => {
    const definition = definitions.get('delay_total');
    const result = definition === undefined ? null : shapeOf(definition, definitions);
    if (result?.ok !== true) throw new Error('no shape');
    const query = metricQuery.parse({ group_by: ['carrier'] });
    expect(() => compileMetricQuery(result.shape, query, new Map([['flights', []]]), now)).toThrow(
      /"flights" has no column "carrier" now/,
    );
  });
});
