import { checkName, printable } from './printable';

describe('text of others on the page', () => {
  it.each([
    ['a reversal of direction', 'abc\u202edef', 'abc\ufffddef'],
    ['a control character', 'a\u0007b', 'a\ufffdb'],
    ['an invisible character', 'a\u200bb', 'a\ufffdb'],
    ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
    ['a line break', ' two\r\n  lines ', 'two lines'],
    ['an accent of its own', 'e\u0301', 'é'],
    ['a joiner', 'a\u200db', 'ab'],
  ])('shows %s as a mark, or leaves it out where it does no harm', (_, text, shown) => {
    expect(printable(text, 100)).toBe(shown);
  });

  it('ends in an ellipsis where it is too long, and never inside a character', () => {
    expect(printable('𠮷'.repeat(5), 4)).toBe('𠮷𠮷𠮷…');
    expect(printable('𠮷'.repeat(4), 4)).toBe('𠮷𠮷𠮷𠮷');
  });

  it('says the name of a check as people do, and leaves any other name alone', () => {
    expect(checkName('segment-reversal')).toBe('Segment reversal');
    expect(checkName('H2O / my Check')).toBe('H2O / my Check');
  });
});
