import fc from 'fast-check';
import { countWords, decimalsFor, decimalsOf, numberWords, percentWords } from './number-words';

describe('numbers on the page', () => {
  it.each([
    [3.2512345, 2.5, 4, '3.25'],
    [0.05999733227, 0.03646, 0.08345, '0.060'],
    [12345.678, 12000, 12700, '12,346'],
    [-0.0235, -0.0453, -0.00176, '−0.024'],
    [1234567.8, 1000000, 1500000, '1,234,568'],
    [1e-9, 0.5e-9, 1.5e-9, '1.00 × 10^−9'],
    [-2.5e20, -3e20, -2e20, '−2.50 × 10^20'],
    [0.0001, -1, 1, '0.0'],
    [-0.0001, -1, 1, '0.0'],
  ])('%d between %d and %d reads %s: as exact as its interval', (value, low, high, words) => {
    expect(numberWords(value, decimalsFor(low, high))).toBe(words);
  });

  it.each([
    [0.123456, '0.1235'],
    [1234.5678, '1235'],
    [7, '7'],
    [0, '0'],
    [99.99, '99.99'],
  ])('%d alone reads %s', (value, words) => {
    expect(numberWords(value, decimalsOf(value))).toBe(words);
  });

  it('shows an interval whose ends differ as two different numbers, and never as wider or narrower by a tenth', () => {
    const size = fc.double({ min: 1e-5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), size, (low, span) => {
        const high = low + span;
        const decimals = decimalsFor(low, high);
        const [from, to] = [low, high].map((each) =>
          Number(
            numberWords(each, decimals)
              .replaceAll(',', '')
              .replace('−', '-')
              .replace(' × 10^', 'e')
              .replace('e−', 'e-'),
          ),
        );
        expect(Math.abs((to ?? 0) - (from ?? 0) - span)).toBeLessThanOrEqual(span * 0.1 + 1e-9);
      }),
    );
  });

  it('groups digits from five on and says shares in percent', () => {
    expect([999, 1200, 12000, 1234567].map(countWords)).toEqual(['999', '1200', '12,000', '1,234,567']);
    expect([0.95, 0.995, 0.9999].map(percentWords)).toEqual(['95%', '99.5%', '99.99%']);
  });
});
