import { readColumn, readMetricExpression } from './read-expression';

const column = (name: string, dataset: string | null = 'd') => ({ dataset, name });

describe('an expression of another tool', () => {
  it.each([
    ['SUM(d.x)', { agg: 'sum', column: column('x') }],
    ['  ( sum ( x ) ) ', { agg: 'sum', column: column('x', null) }],
    ['AVG("d"."Net Price")', { agg: 'average', column: column('Net Price') }],
    ['COUNT(DISTINCT `d`.`x`)', { agg: 'count_distinct', column: column('x') }],
    ['COUNT(DISTINCT(d.x))', { agg: 'count_distinct', column: column('x') }],
    ['COUNT(d.x)', { agg: 'count', column: column('x') }],
    ['count(*)', { agg: 'count', column: null }],
    ['COUNT(1)', { agg: 'count', column: null }],
    ['MEDIAN(d.x)', { agg: 'median', column: column('x') }],
    ['PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY d.x)', { agg: 'median', column: column('x') }],
    ['MIN(x)', { agg: 'min', column: column('x', null) }],
    ['MAX([d].[x])', { agg: 'max', column: column('x') }],
  ])('reads %s', (text, read) => {
    expect(readMetricExpression(text)).toEqual(read);
  });

  it.each([
    'SUM(d.a) / COUNT(d.b)',
    '(SUM(d.a)) / (COUNT(d.b))',
    'SUM(d.a)/NULLIF(COUNT(d.b), 0)',
    '(SUM(d.a) / NULLIF((COUNT(d.b)), 0.0))',
  ])('reads %s as a ratio', (text) => {
    expect(readMetricExpression(text)).toEqual({
      numerator: { agg: 'sum', column: column('a') },
      denominator: { agg: 'count', column: column('b') },
    });
  });

  it.each([
    'SUM(d.a * d.b)',
    'SUM(CASE WHEN d.x THEN 1 ELSE 0 END)',
    'SUM(DISTINCT d.x)',
    'PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY d.x)',
    'SUM(a) / SUM(b) / SUM(c)',
    'SUM(a) + SUM(b)',
    'x',
    '',
    'SUM(a)) / (SUM(b)',
    "SUM('a')",
    'SUM(a.b.c)',
    'SUM(x) OVER (ORDER BY y)',
    'NULLIF(SUM(a), 0)',
    'STDDEV(x)',
  ])('does not guess at %s', (text) => {
    expect(readMetricExpression(text)).toBeNull();
  });

  it('reads a field that is a column, and no field that calculates', () => {
    expect(readColumn('d."Sold at"')).toEqual(column('Sold at'));
    expect(readColumn("first_name || ' ' || last_name")).toBeNull();
  });
});
