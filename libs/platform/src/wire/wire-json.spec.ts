import fc from 'fast-check';
import { parseJson } from './parse-json';
import { toJson, UnencodableError } from './to-json';

describe('toJson', () => {
  it('leaves JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        // Negative zero has no JSON text of its own.
        expect(JSON.stringify(toJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('gives everything a text, whatever a handler returns', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withObjectString: true,
        }),
        (value) => {
          expect(typeof JSON.stringify(toJson(value))).toBe('string');
        },
      ),
    );
  });

  it.each([
    [123n, '123'],
    [NaN, null],
    [-Infinity, null],
    [undefined, null],
    [new Date('invalid'), null],
    [
      [undefined, () => 1],
      [null, null],
    ],
    [{ a: undefined, b: Symbol('s') }, {}],
    [new Map([['k', new Map([[1, 2n]])]]), { k: { 1: '2' } }],
    [new Uint8Array([1, 2]), 'AQI='],
    [{ toJSON: () => 5n }, '5'],
  ])('turns %p into %p', (value, expected) => {
    expect(toJson(value)).toEqual(expected);
  });

  it('keeps a key named __proto__ a key', () => {
    expect(JSON.stringify(toJson(new Map([['__proto__', 1]])))).toBe('{"__proto__":1}');
  });

  it('refuses what is circular or nested deeper than a message may be', () => {
    const deep = JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`);
    expect(() => toJson(deep)).toThrow(UnencodableError);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(() => toJson(circular)).toThrow(UnencodableError);
  });
});

describe('parseJson', () => {
  const parse = (text: string) => parseJson(Buffer.from(text));

  it('reads what toJson writes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 10 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
        (value) => {
          expect(parse(JSON.stringify(toJson(value)))).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });

  it('reads nothing as null', () => expect(parseJson(new Uint8Array())).toBeNull());

  it('accepts nesting of exactly 64 and a member merely named constructor', () => {
    expect(parse(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveLength(1);
    expect(parse('{"constructor":"Ford"}')).toEqual({ constructor: 'Ford' });
  });

  it.each([
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['text that is not JSON', Buffer.from('{a:1}')],
    ['nesting deeper than 64', Buffer.from(`${'['.repeat(65)}${']'.repeat(65)}`)],
    ['a __proto__ key', Buffer.from('[{"__proto__":1}]')],
    ['an escaped __proto__ key', Buffer.from('{"\\u005f_proto__":{"a":1}}')],
    ['constructor.prototype', Buffer.from('{"constructor":{"prototype":{"a":1}}}')],
  ])('refuses %s', (_, bytes) => {
    expect(() => parseJson(bytes)).toThrow(expect.objectContaining({ code: 'malformed-body' }));
  });
});
