import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalize as secondLibrary } from 'json-canonicalize';
import { casesOf } from '@svc/testing';
import { jsonValue } from '../../test/json-arbitrary';
import { describeVectors, vector } from '../../test/vectors';
import { canonicalize, canonicalText } from './canonicalize';
import { parseJson } from './parse-json';

describeVectors('canonical JSON, RFC 8785 vectors', () => {
  it.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])('writes %s.json byte for byte', (name) => {
    const bytes = canonicalize(parseJson(vector(`jcs/input/${name}.json`)));
    const hex = vector(`jcs/outhex/${name}.txt`).toString().replace(/\s/g, '');
    expect(Buffer.from(bytes).toString('hex')).toBe(hex);
    expect(Buffer.from(bytes)).toEqual(vector(`jcs/output/${name}.json`));
  });

  it('writes the 10,000 published doubles, each and as a whole by checksum', () => {
    const lines = vector('jcs/es6-numbers-10000.txt').toString().trimEnd().split('\n');
    const digest = createHash('sha256');
    for (const line of lines) {
      const [hex = '', expected] = line.split(',');
      const double = Buffer.from(hex.padStart(16, '0'), 'hex').readDoubleBE();
      const text = canonicalText(double);
      expect(text).toBe(expected);
      expect(canonicalText(parseJson(text))).toBe(expected);
      digest.update(`${hex},${text}\n`);
    }
    expect(lines).toHaveLength(10_000);
    expect(digest.digest('hex')).toBe('b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892');
  });
});

/** True if the second library is known to go wrong: a member named toJSON makes it give up sorting. */
function confusesSecondLibrary(text: string): boolean {
  return text.includes('"toJSON":');
}

describe('canonical JSON', () => {
  it('agrees with json-canonicalize', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = canonicalText(value);
        fc.pre(!confusesSecondLibrary(text));
        expect(text).toBe(secondLibrary(value));
      }),
      { numRuns: casesOf(2000) },
    );
  });

  it('sorts members of an object that has one named toJSON, where json-canonicalize does not', () => {
    const value = { toJSON: 1, b: 2, a: 3 };
    expect(canonicalText(value)).toBe('{"a":3,"b":2,"toJSON":1}');
    expect(secondLibrary(value)).toBe('{"toJSON":1,"b":2,"a":3}');
  });

  it('writes an object referenced twice, where json-canonicalize sees a circle', () => {
    const twice = { n: 1 };
    expect(canonicalText({ a: twice, ab: twice })).toBe('{"a":{"n":1},"ab":{"n":1}}');
    expect(() => secondLibrary({ a: twice, ab: twice })).toThrow('Circular');
  });

  it('reads back every text it writes, as the same value', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = canonicalText(value);
        expect(canonicalText(parseJson(text))).toBe(text);
        expect(parseJson(canonicalize(value))).toEqual(JSON.parse(text));
      }),
      { numRuns: casesOf(2000) },
    );
  });

  it('does not depend on the order members were added in', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), jsonValue), { selector: ([name]) => name }),
        (members) => {
          expect(canonicalText(Object.fromEntries(members))).toBe(
            canonicalText(Object.fromEntries(members.toReversed())),
          );
        },
      ),
    );
  });

  it.each([
    ['undefined', undefined],
    ['a missing member', { a: undefined }],
    ['a hole in an array', [1, , 3]],
    ['NaN', [NaN]],
    ['Infinity', -Infinity],
    ['a bigint', 1n],
    ['a function', { f: () => 1 }],
    ['a symbol', Symbol('s')],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    [
      'an instance',
      new (class Point {
        x = 1;
      })(),
    ],
    ['a Buffer', Buffer.from('x')],
  ])('refuses %s instead of dropping or converting it', (_, value) => {
    expect(() => canonicalText(value)).toThrow(expect.objectContaining({ name: 'JsonError', code: 'not-json' }));
  });

  it('refuses half of a surrogate pair in a string and in a member name, and names the place', () => {
    expect(() => canonicalText({ 'a/b': ['\ud800'] })).toThrow(
      expect.objectContaining({ code: 'lone-surrogate', pointer: '/a~1b/0' }),
    );
    expect(() => canonicalText({ '\udc00x': 1 })).toThrow(expect.objectContaining({ code: 'lone-surrogate' }));
  });

  it('takes 64 levels of nesting and refuses the 65th, a circle included', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)]);
    expect(canonicalText(nested(64))).toHaveLength(129);
    expect(() => canonicalText(nested(65))).toThrow(expect.objectContaining({ code: 'too-deep' }));
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => canonicalText(circle)).toThrow(expect.objectContaining({ code: 'too-deep' }));
  });
});
