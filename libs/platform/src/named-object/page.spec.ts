import fc from 'fast-check';
import { cursorAfter, keyBefore, numberBefore, pageOf } from './page';

const refused = expect.objectContaining({
  code: 'invalid-request',
  facts: { errors: [{ pointer: '/query/cursor', message: 'is not a cursor' }] },
});

describe('a cursor', () => {
  it('stands for the key after which the next page begins', () => {
    const key = fc.string({ unit: 'grapheme' }).filter((it) => !it.includes('\0'));
    fc.assert(fc.property(key, (it) => keyBefore(cursorAfter(it)) === it));
    expect(keyBefore(undefined)).toBeNull();
    expect(numberBefore(cursorAfter('42'))).toBe(42);
  });

  it.each(['zzz', '', 'departures', cursorAfter('a').slice(1), `${cursorAfter('a')}=`, cursorAfter('a\0b')])(
    'is refused with a pointer when no page gave it: %j',
    (cursor) => {
      expect(() => keyBefore(cursor)).toThrow(refused);
    },
  );

  it('of names is refused by a list of numbers', () => {
    for (const key of ['a', '-1', '1.5', '']) expect(() => numberBefore(cursorAfter(key))).toThrow(refused);
  });
});

describe('a page', () => {
  it('has a cursor exactly when there are more items', () => {
    const keys = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 10 }), (all, limit) => {
        const page = pageOf(all.slice(0, limit + 1), limit, (it) => it, String);
        expect(page.items).toEqual(all.slice(0, limit));
        expect(page.next_cursor !== null).toBe(all.length > limit);
      }),
    );
  });
});
