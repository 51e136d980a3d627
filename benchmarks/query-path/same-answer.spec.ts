import { requireSame } from './same-answer';

describe('requireSame', () => {
  it('takes the same numbers written otherwise', () => {
    expect(() => {
      requireSame('a peer', [['AIR', '21.50', 3]], [['AIR', 21.5, '3']]);
    }).not.toThrow();
  });

  it.each([
    ['another number', [['AIR', 21.5]], [['AIR', 21.4]]],
    ['another text', [['AIR', 21.5]], [['MAIL', 21.5]]],
    ['another order', [['AIR'], ['MAIL']], [['MAIL'], ['AIR']]],
    ['a missing row', [['AIR'], ['MAIL']], [['AIR']]],
    ['nothing at all', [], []],
  ])('refuses %s', (_, expected, found) => {
    expect(() => {
      requireSame('a peer', expected, found);
    }).toThrow('a peer answers otherwise');
  });
});
