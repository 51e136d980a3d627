import { median, quantile } from './quantile';

describe('a quantile', () => {
  it('is the middle sample, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('sorts by size, not as text', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it('lies between two samples in proportion', () => {
    expect(median([1, 2])).toBe(1.5);
    expect(quantile([0, 10, 20, 30, 40], 0.95)).toBe(38);
    expect(quantile([3, 4], 1)).toBe(4);
  });

  it('of nothing is an error, not zero', () => {
    expect(() => median([])).toThrow('no samples');
  });
});
