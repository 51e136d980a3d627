import type { ColumnType, MetricFilter } from '@svc/contracts';
import { ProblemError } from '@svc/contracts';
import { compileFilter } from './filter.sql';
import { Parameters } from './parameters.sql';
import { UTC } from '../time/time-zone';

const now = new Date('2024-03-05T10:30:00Z');

function compile(type: ColumnType, op: string, value?: MetricFilter['value']) {
  const parameters = new Parameters();
  const filter = { column: 'c', op, ...(value === undefined ? {} : { value }) };
  const sql = compileFilter(filter, {
    column: { name: 'c', type },
    reference: 's."c"',
    parameters,
    now,
    zone: UTC,
    pointer: '/body/filters/0',
  });
  return { sql, values: parameters.values };
}

function refusal(type: ColumnType, op: string, value?: MetricFilter['value']) {
  try {
    compile(type, op, value);
  } catch (error) {
    if (error instanceof ProblemError) return { code: error.code, ...error.facts.errors?.[0] };
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a compiled filter', () => {
  it('binds every value and never writes one into the statement', () => {
    const hostile = `'; DROP TABLE x; --`;
    for (const op of ['eq', 'neq', 'in', 'contains', 'starts_with', 'not_ends_with', 'gt']) {
      const { sql, values } = compile('string', op, hostile);
      expect(sql).not.toContain('DROP');
      expect(values).toEqual([hostile]);
    }
  });

  it('casts the value to the type of the column, never the column', () => {
    expect(compile('integer', 'eq', 5)).toEqual({ sql: 's."c" = CAST($1 AS BIGINT)', values: ['5'] });
    expect(compile('date', 'gte', '2024-03-01').sql).toBe('s."c" >= CAST($1 AS DATE)');
    expect(compile('timestamptz', 'lt', '2024-03-01').values).toEqual(['2024-03-01 00:00:00+00']);
  });

  it('compares a fraction with an integer column exactly instead of rounding it', () => {
    expect(compile('integer', 'gt', 1.5)).toEqual({ sql: 's."c" > CAST($1 AS DECIMAL(38,1))', values: ['1.5'] });
    expect(compile('decimal(10,2)', 'eq', '1.005')).toEqual({
      sql: 's."c" = CAST($1 AS DECIMAL(38,3))',
      values: ['1.005'],
    });
    expect(compile('integer', 'eq', '123456789012345678901').sql).toContain('AS HUGEINT');
    expect(compile('number', 'eq', 1e-7)).toEqual({ sql: 's."c" = CAST($1 AS DOUBLE)', values: ['1e-7'] });
  });

  it('takes a list under eq as in, and null as missing', () => {
    expect(compile('string', 'eq', ['a', 'b'])).toEqual({
      sql: 's."c" = ANY(CAST($1 AS VARCHAR[]))',
      values: [['a', 'b']],
    });
    expect(compile('string', 'eq', null).sql).toBe('s."c" IS NULL');
    expect(compile('string', 'in', ['a', null]).sql).toBe('(s."c" = CAST($1 AS VARCHAR) OR s."c" IS NULL)');
    expect(compile('string', 'in', [])).toEqual({ sql: 'FALSE', values: [] });
  });

  it('keeps missing values under a negated operator: it is the exact complement', () => {
    expect(compile('string', 'neq', 'a').sql).toBe('(s."c" = CAST($1 AS VARCHAR)) IS NOT TRUE');
    expect(compile('integer', 'not_between', [1, 2]).sql).toBe(
      '(s."c" BETWEEN CAST($1 AS BIGINT) AND CAST($2 AS BIGINT)) IS NOT TRUE',
    );
    expect(compile('string', 'is_not_null').sql).toBe('s."c" IS NOT NULL');
  });

  it('searches text without wildcards', () => {
    expect(compile('string', 'contains', ['50%', '_']).sql).toBe(
      '(contains(s."c", CAST($1 AS VARCHAR)) OR contains(s."c", CAST($2 AS VARCHAR)))',
    );
  });

  it('holds a whole day for a day, and an instant for an instant', () => {
    expect(compile('timestamp', 'before_or_on', '2024-03-01').values).toEqual(['2024-03-02 00:00:00']);
    expect(compile('timestamp', 'before_or_on', '2024-03-01T12:00:00+01:00')).toEqual({
      sql: 's."c" <= CAST($1 AS TIMESTAMP)',
      values: ['2024-03-01 11:00:00'],
    });
    expect(compile('date', 'in_date_range', ['2024-01-01', '2024-01-31'])).toEqual({
      sql: '(s."c" >= CAST($1 AS DATE) AND s."c" < CAST($2 AS DATE))',
      values: ['2024-01-01', '2024-02-01'],
    });
  });

  it('anchors relative windows at now, or today for a date', () => {
    expect(compile('date', 'in_past', [7, 'day']).values).toEqual(['2024-02-27', '2024-03-05']);
    expect(compile('date', 'in_past', '2 weeks').values).toEqual(['2024-02-20', '2024-03-05']);
    expect(compile('timestamp', 'in_past', [90, 'minutes']).values).toEqual([
      '2024-03-05 09:00:00.000',
      '2024-03-05 10:30:00.000',
    ]);
    expect(compile('timestamp', 'in_current', 'week').values).toEqual([
      '2024-03-04 00:00:00.000',
      '2024-03-11 00:00:00.000',
    ]);
    expect(compile('date', 'in_past', [99_999, 'year']).sql).toBe('s."c" < CAST($1 AS DATE)');
  });

  it('refuses an unknown operator with the list and the nearest', () => {
    const refused = refusal('string', 'contians', 'x');
    expect(refused).toMatchObject({ code: 'invalid-request', pointer: '/body/filters/0/op' });
    expect(refused.message).toMatch(/"contians"; did you mean "contains"\? Operators: eq, neq, .*not_in_current/);
  });

  it('refuses an operator that means nothing for the column, with those that do', () => {
    expect(refusal('integer', 'contains', 'x').message).toMatch(
      /does not apply to "c", a integer; operators that do: "eq".*"between"/,
    );
    expect(refusal('string', 'on_date', '2024-01-01').pointer).toBe('/body/filters/0/op');
    expect(refusal('boolean', 'gt', true).pointer).toBe('/body/filters/0/op');
  });

  it.each<[ColumnType, string, MetricFilter['value'], RegExp]>([
    ['integer', 'eq', 'five', /expects a number, got "five"/],
    ['integer', 'in', [1, 'x'], /expects a number, got "x" at position 2/],
    ['boolean', 'eq', 'yes', /expects true or false/],
    ['date', 'eq', '2024-02-30', /expects a date such as/],
    ['string', 'eq', 5, /expects a text, got 5/],
    ['number', 'eq', '1e999', /expects a number/],
    ['time', 'eq', '25:00', /expects a time/],
    ['integer', 'gt', '0.00000000000000000000001', /more than 38 digits/],
    ['integer', 'gt', null, /null can only be compared by/],
    ['integer', 'gt', [1, 2], /expects one value/],
    ['integer', 'between', [1], /expects \[low, high\]/],
    ['date', 'in_date_range', ['2024-01-01'], /expects \[first, last\]/],
    ['date', 'in_past', [3, 'hour'], /periods of this column: "day", "week"/],
    ['date', 'in_past', [-1, 'day'], /expects \[count, period\]/],
    ['string', 'is_null', 'x', /is not accepted by this operator/],
    ['string', 'eq', undefined, /is missing/],
  ])('refuses %s %s %j where it stands', (type, op, value, message) => {
    const refused = refusal(type, op, value);
    expect(refused).toMatchObject({ code: 'invalid-request', pointer: '/body/filters/0/value' });
    expect(refused.message).toMatch(message);
  });
});
