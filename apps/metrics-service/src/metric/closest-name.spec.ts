import { didYouMean, quotedList } from './closest-name';

describe('a list in a sentence', () => {
  it('is whole when it can be read, and else says how many more there are', () => {
    expect(quotedList(['a', 'b'])).toBe('"a", "b"');
    expect(quotedList([])).toBe('none');
    expect(quotedList(Array.from({ length: 2000 }, (_, index) => `m${index}`))).toMatch(
      /^"m0", .*"m49" and 1950 more$/,
    );
  });
});

describe('what comes between a wrong name and the list of right ones', () => {
  it('is the nearest name, or else ends the sentence', () => {
    expect(`there is no metric "revenu"${didYouMean('revenu', ['revenue'])}Metrics: …`).toBe(
      'there is no metric "revenu"; did you mean "revenue"? Metrics: …',
    );
    expect(`there is no metric "x"${didYouMean('x', ['revenue'])}Metrics: …`).toBe(
      'there is no metric "x". Metrics: …',
    );
  });
});
