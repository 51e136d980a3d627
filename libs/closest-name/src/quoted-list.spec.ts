import { quotedList } from './quoted-list';

describe('a list in a sentence', () => {
  it('is whole when it can be read, and else says how many more there are', () => {
    expect(quotedList(['a', 'b'])).toBe('"a", "b"');
    expect(quotedList([])).toBe('none');
    expect(quotedList(Array.from({ length: 2000 }, (_, index) => `m${index}`))).toMatch(
      /^"m0", .*"m49" and 1950 more$/,
    );
  });
});
