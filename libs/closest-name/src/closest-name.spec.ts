import { closestName, didYouMean, didYouMeanOrStop } from './closest-name';

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

describe('what comes between a wrong name and the list of right ones', () => {
  it('is the nearest name, or else ends the sentence', () => {
    expect(`there is no metric "revenu"${didYouMeanOrStop('revenu', ['revenue'])}Metrics: …`).toBe(
      'there is no metric "revenu"; did you mean "revenue"? Metrics: …',
    );
    expect(`there is no metric "x"${didYouMeanOrStop('x', ['revenue'])}Metrics: …`).toBe(
      'there is no metric "x". Metrics: …',
    );
  });
});
