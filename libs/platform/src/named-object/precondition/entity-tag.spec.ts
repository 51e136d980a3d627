import fc from 'fast-check';
import { entityTag } from './entity-tag';

describe('an entity tag', () => {
  it('depends on the value alone, not on the order of its members', () => {
    expect(entityTag({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      entityTag({ a: true, b: [1, { c: 'x', d: null }] }),
    );
    expect(entityTag({ a: 1 })).toBe('sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862');
  });

  it('differs for arrays in another order, and for other values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [one, other] = [a, b].map((it) => JSON.stringify(it));
        if (one === other) expect(entityTag(a)).toBe(entityTag(b));
      }),
    );
    expect(entityTag([1, 2])).not.toBe(entityTag([2, 1]));
    expect(entityTag({ a: 1 })).not.toBe(entityTag({ a: 2 }));
  });
});
