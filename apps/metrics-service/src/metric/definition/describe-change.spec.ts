import { metricDefinition } from '@svc/contracts';
import { describeChange } from './describe-change';

const before = metricDefinition.parse({
  name: 'm',
  type: 'simple',
  source: 's',
  measure: { agg: 'sum', column: 'x' },
  dimensions: ['carrier', 'origin'],
  label: 'Old',
});

describe('the summary of a change', () => {
  it('says what was what', () => {
    const after = metricDefinition.parse({
      name: 'm',
      type: 'simple',
      source: 's',
      measure: { agg: 'average', column: 'x' },
      dimensions: ['half', 'carrier'],
      timeDimension: { column: 'day', grain: 'month' },
    });
    expect(describeChange(before, after)).toBe(
      'label: Old → none; measure.agg: sum → average; dimensions: +half −origin; timeDimension.column: none → day; timeDimension.grain: none → month',
    );
  });

  it('keeps long texts short, and names a new order', () => {
    expect(describeChange(before, { ...before, label: 'x'.repeat(500) })).toMatch(/^label: Old → x{59}…$/);
    expect(describeChange(before, metricDefinition.parse({ ...before, dimensions: ['origin', 'carrier'] }))).toBe(
      'dimensions: reordered',
    );
  });

  it('says so when the metric is of another type now', () => {
    const after = metricDefinition.parse({ name: 'm', type: 'ratio', numerator: 'a', denominator: 'b' });
    expect(describeChange(before, after)).toContain('type: simple → ratio');
  });
});
