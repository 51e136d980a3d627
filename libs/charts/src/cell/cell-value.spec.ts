import { momentOf } from './cell-value';

describe('a moment in a cell', () => {
  it.each([
    ['2024-03-01', Date.UTC(2024, 2, 1)],
    ['2024-03-01 14:30:00', Date.UTC(2024, 2, 1, 14, 30)],
    ['2024-03-01T14:30:00Z', Date.UTC(2024, 2, 1, 14, 30)],
    ['2024-03-01 14:30:00+02', Date.UTC(2024, 2, 1, 12, 30)],
    ['2024-13-01', null],
    [7, null],
  ])('%s is at %s', (text, moment) => {
    expect(momentOf(text)).toBe(moment);
  });
});
