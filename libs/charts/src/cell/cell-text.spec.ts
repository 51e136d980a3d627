import { alikeFormat, briefFormat, cellText, numberText, timeText } from './cell-text';

describe('numbers as people write them', () => {
  it.each([
    [1234567, {}, '1,234,567'],
    [12.345, {}, '12.35'],
    [0.00123456, {}, '0.001235'],
    [0, {}, '0'],
    [-3, {}, '−3'],
    [0.2134, { style: 'percent' as const }, '21.34 %'],
    [0.2134, { style: 'percent' as const, digits: 0 }, '21 %'],
    [1234567, { style: 'compact' as const }, '1.23M'],
    [12, { unit: 'minutes' }, '12 minutes'],
    [2, { digits: 2 }, '2.00'],
    [1e-12, {}, '1e−12'],
    [-3.21e-9, { style: 'percent' as const }, '−3.21e−7 %'],
    [-0, {}, '0'],
    [-0.001, { digits: 2 }, '0.00'],
    [1.5e300, {}, '1.5e300'],
    [4.2e18, { style: 'compact' as const }, '4.2e18'],
    ['9007199254740993', { digits: 0 }, '9,007,199,254,740,993'],
    ['0.10', { digits: 2 }, '0.10'],
    ['inf', {}, 'inf'],
  ])('%j as %j is %s', (value, format, text) => {
    expect(numberText(value, format)).toBe(text);
  });
});

describe('numbers below each other', () => {
  it('have as many digits as the largest needs, and none that are zero in all', () => {
    expect(alikeFormat([12.345, 1.5])).toEqual({ style: 'number', digits: 2 });
    expect(alikeFormat([1, 2, null])).toEqual({ style: 'number', digits: 0 });
  });

  it('have their own where the smallest would be written as nothing', () => {
    expect(alikeFormat([12_345, 0.5])).toBeUndefined();
    expect(alikeFormat([0.1, 1e-9])).toBeUndefined();
  });
});

describe('a number without room', () => {
  it('is rounded, and a share still a share', () => {
    expect(numberText(0.123456789, briefFormat({ style: 'percent', digits: 7 }))).toBe('12.35 %');
    expect(numberText('123456789.25', briefFormat(undefined))).toBe('123M');
  });
});

describe('moments', () => {
  it.each([
    ['2024-03-01', 'month' as const, 'Mar 2024'],
    ['2024-10-01', 'quarter' as const, 'Q4 2024'],
    ['2024-01-01', 'year' as const, '2024'],
    ['2024-03-04 00:00:00', 'week' as const, '2024-03-04'],
    ['2024-03-01 14:30:00', 'hour' as const, '2024-03-01 14:30'],
    ['2024-03-01 00:00:00', undefined, '2024-03-01'],
    ['2024-03-01 00:00:00', 'hour' as const, '2024-03-01 00:00'],
    ['soon', undefined, 'soon'],
  ])('%s by %s is %s', (text, grain, shown) => {
    expect(timeText(text, grain)).toBe(shown);
  });
});

describe('cells', () => {
  it('show a missing value as a dash, whatever the column', () => {
    for (const type of ['string', 'number', 'date', 'boolean']) expect(cellText(null, { name: 'a', type })).toBe('–');
  });

  it('do not put points into names that look like numbers', () => {
    expect(cellText('1234', { name: 'zip', type: 'string' })).toBe('1234');
    expect(cellText(2024, { name: 'n', type: 'integer' })).toBe('2,024');
    expect(cellText(true, { name: 'b', type: 'boolean' })).toBe('yes');
  });
});
