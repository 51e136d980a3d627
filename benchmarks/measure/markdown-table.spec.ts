import { figure, markdownTable, times } from './markdown-table';

describe('a table', () => {
  it('has a head, a rule that sets numbers to the right, and a line per row', () => {
    expect(markdownTable(['arm', 'ms'], [['bare', '1.0']])).toBe('| arm | ms |\n| --- | --: |\n| bare | 1.0 |\n');
  });

  it('keeps its columns when a cell holds a bar', () => {
    expect(markdownTable(['a', 'b'], [['x|y', '1']])).toContain('| x\\|y | 1 |');
  });
});

describe('a figure', () => {
  it('has no more digits than it earned', () => {
    expect([0.4249, 3.14159, 31.4159, 314.159, 31_415.9].map(figure)).toEqual([
      '0.42',
      '3.14',
      '31.4',
      '314',
      '31,416',
    ]);
    expect(times(2)).toBe('2.00×');
  });
});
