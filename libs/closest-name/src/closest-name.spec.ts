import { closestName, didYouMean } from './closest-name';

describe('the closest name', () => {
  it.each([
    ['revenu', ['group', 'revenue'], 'revenue'],
    ['valeu', ['value'], 'value'],
    ['VALUE', ['value'], 'value'],
    ['dealy', ['day', 'delay'], 'delay'],
    ['ab', ['abc'], 'abc'],
    ['zzz', ['group', 'revenue'], null],
    ['', ['group'], null],
    ['group', [], null],
  ])('to %j among %j is %j', (typed, names, closest) => {
    expect(closestName(typed, names)).toBe(closest);
  });

  it('ends a sentence, or adds nothing to it', () => {
    expect(didYouMean('VALUE', new Set(['value']))).toBe('; did you mean "value"?');
    expect(didYouMean('zzz', ['value'])).toBe('');
  });
});
