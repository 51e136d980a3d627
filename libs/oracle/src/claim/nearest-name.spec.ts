import { didYouMean, editDistance, nearestName } from './nearest-name';

describe('nearestName', () => {
  it('counts insertions, deletions, substitutions and swaps', () => {
    expect(editDistance('value', 'valeu')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('suggests the closest name and nothing when all are far', () => {
    expect(nearestName('revenu', ['group', 'revenue'])).toBe('revenue');
    expect(nearestName('zzz', ['group', 'revenue'])).toBeNull();
    expect(didYouMean('VALUE', ['value'])).toBe('; did you mean "value"?');
  });
});
