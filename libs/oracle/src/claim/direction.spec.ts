import type { Claim } from './claim';
import { directionOf, type Sides } from './direction';

const AB: Sides = { subject: 'B', reference: 'A' };

function signOf(
  question: string,
  declared: string | null,
  sides: Sides | null,
  kind: Claim['kind'] = 'experiment',
): number {
  return directionOf({ question, kind, roles: {}, declared: declared === null ? {} : { direction: declared } }, sides)
    .sign;
}

describe('directionOf', () => {
  it.each([
    ['B>A', 1],
    ['A < B', 1],
    ['B<A', -1],
    ['A>B', -1],
    ['increase', 1],
    ['<', -1],
    ['sideways', 0],
  ])('reads the declared "%s" as %d', (text, sign) => {
    expect(signOf('B differs', text, AB)).toBe(sign);
  });

  it.each([
    ['B raises the metric', 1],
    ['Variant B converts better than A', 1],
    ['users in A bring less revenue than users in B', 1],
    ['B differs from A on m10', 0],
    ['does B not raise the metric', 0],
    ['more users see lower prices in B', 0],
  ])('reads "%s" as %d', (question, sign) => {
    expect(signOf(question, null, AB)).toBe(sign);
  });

  it('lets the treated be meant when neither side is named', () => {
    expect(signOf('coaching raised the score', null, { subject: '1', reference: '0' }, 'change')).toBe(1);
    expect(signOf('the campaign raised sales', null, { subject: 'north', reference: 'south' })).toBe(0);
  });

  it('reads verbs, not comparatives, for a slope', () => {
    expect(signOf('x raises y', null, null, 'effect')).toBe(1);
    expect(signOf('shorter trips have shorter delays', null, null, 'association')).toBe(0);
    expect(signOf('wider sepals go with shorter petals', null, null, 'association')).toBe(0);
  });

  it('reads a level against its threshold', () => {
    expect(signOf('funds return more than zero', null, null, 'level')).toBe(1);
  });

  it('prefers what is declared to what the question says', () => {
    expect(signOf('B raises the metric', 'B<A', AB)).toBe(-1);
  });
});
