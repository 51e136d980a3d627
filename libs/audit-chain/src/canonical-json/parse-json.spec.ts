import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { jsonValue } from '../../test/json-arbitrary';
import { parseJson } from './parse-json';

function refusal(code: string, pointer: string, offset: number): Error {
  return expect.objectContaining({ name: 'JsonError', code, pointer, offset });
}

describe('parsing JSON strictly', () => {
  it('reads whatever JSON.parse reads, alike, unless it is ambiguous', () => {
    fc.assert(
      fc.property(jsonValue, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        expect(parseJson(JSON.stringify(value, null, space))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: casesOf(1000) },
    );
  });

  it('refuses whatever JSON.parse refuses', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'true',
      'nul',
      '-',
      '0',
      '1',
      '.',
      'e',
      '+',
      '\\',
      '\\u12',
      ' ',
      '\n',
      '\u00a0',
      '\u0001',
      "'",
      'NaN',
    );
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join('')),
        (text) => {
          const accepted = (read: (text: string) => unknown): boolean => {
            try {
              return read(text) !== undefined;
            } catch {
              return false;
            }
          };
          if (!accepted(JSON.parse)) expect(accepted(parseJson)).toBe(false);
        },
      ),
      { numRuns: casesOf(5000) },
    );
  });

  it.each([
    ['a repeated member name', '{"a":1,"b":{"c":1,"c":2}}', 'duplicate-key', '/b/c', 18],
    ['a name repeated in another spelling', '{"a":1,"\\u0061":2}', 'duplicate-key', '/a', 7],
    ['half of a surrogate pair', '["\\ud800"]', 'lone-surrogate', '/0', 1],
    ['a number beyond a double', '[1e400]', 'number-out-of-range', '/0', 1],
    ['an integer that would be rounded', '{"n":9007199254740993}', 'unsafe-integer', '/n', 5],
    ['a large integer that would be rounded', '12345678901234567890', 'unsafe-integer', '', 0],
    ['a negative one', '-9007199254740993', 'unsafe-integer', '', 0],
    ['text after the value', '{} {}', 'syntax', '', 3],
    ['NaN', 'NaN', 'syntax', '', 0],
    ['a leading zero', '01', 'syntax', '', 1],
    ['a trailing comma', '[1,]', 'syntax', '/1', 3],
    ['a control character in a string', '"a\u0000"', 'syntax', '', 2],
    ['a byte-order mark', '\ufeff1', 'syntax', '', 0],
    ['a member name in single quotes', "{'a':1}", 'syntax', '', 1],
    ['nothing', '', 'syntax', '', 0],
  ])('refuses %s and says where', (_, text, code, pointer, offset) => {
    expect(() => parseJson(text)).toThrow(refusal(code, pointer, offset));
  });

  it('takes integers up to 2^53 and larger ones that are spelled as a double is', () => {
    expect(parseJson('[9007199254740992,-9007199254740992,12345678901234567000]')).toEqual([
      2 ** 53,
      -(2 ** 53),
      12345678901234567000,
    ]);
  });

  it('refuses bytes that are not UTF-8 and names the first', () => {
    expect(() => parseJson(Buffer.from([0x22, 0x61, 0xc3, 0x28, 0x22]))).toThrow(refusal('invalid-utf8', '', 2));
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow(refusal('invalid-utf8', '', 1));
  });

  it('takes 64 levels of nesting and refuses the 65th', () => {
    expect(() => parseJson('['.repeat(64) + ']'.repeat(64))).not.toThrow();
    expect(() => parseJson('['.repeat(65) + ']'.repeat(65))).toThrow(expect.objectContaining({ code: 'too-deep' }));
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(expect.objectContaining({ code: 'too-deep' }));
  });

  it('keeps a member named __proto__ as a member and nothing else', () => {
    const value = parseJson('{"__proto__":{"admin":true}}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}');
    expect(Reflect.get(Object(value), 'admin')).toBeUndefined();
  });
});
