import { parseJson } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';
import fc from 'fast-check';
import { parseBody, requireJson } from './parse-body';

const parse = (text: string): unknown => parseBody(Buffer.from(text));
const refusal = (text: string | Buffer): ProblemError => {
  try {
    parseBody(Buffer.from(text));
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('was taken');
};

describe('a JSON body', () => {
  it('is read as a strict reader reads it, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const strict = (() => {
          try {
            return { value: parseJson(text) };
          } catch {
            return null;
          }
        })();
        // fast-check may draw a name that we refuse on top.
        fc.pre(strict !== null && !/__proto__|prototype|\\u0000/.test(text));
        expect(parse(text)).toEqual(strict?.value);
      }),
    );
  });

  it('is refused with the place where it breaks off', () => {
    const { code, facts } = refusal('{"filters": [{"op": }]}');
    expect(code).toBe('malformed-body');
    expect(facts.errors).toEqual([
      { pointer: '/body/filters/0/op', message: expect.stringContaining('expected a value') },
    ]);
    expect(facts.data).toMatchObject({ offset: 20, reason: 'syntax' });
  });

  it.each([
    ['a name twice', '{"a": 1, "b": {"c": 1, "c": 2}}', '/body/b/c'],
    ['a name twice, once escaped', '{"a": 1, "\\u0061": 2}', '/body/a'],
    ['__proto__', '{"a": [{"__proto__": {"x": 1}}]}', '/body/a/0/__proto__'],
    ['constructor.prototype', '{"constructor": {"prototype": {"x": 1}}}', '/body/constructor/prototype'],
    ['half a surrogate pair', '{"a": "\\ud800"}', '/body/a'],
    ['an integer that would be rounded', '[9007199254740993]', '/body/0'],
    ['U+0000', '{"a": "x\\u0000y"}', '/body/a'],
  ])('is refused when it holds %s', (_, text, pointer) => {
    const { code, facts } = refusal(text);
    expect(code).toBe('malformed-body');
    expect(facts.errors?.[0]?.pointer).toBe(pointer);
  });

  it('may use the words "constructor" and "prototype" apart', () => {
    expect(parse('{"constructor": "x", "prototype": {"y": 1}}')).toEqual({ constructor: 'x', prototype: { y: 1 } });
  });

  it('is refused beyond 48 levels, and taken at 48: the message around it needs levels too', () => {
    expect(parse('['.repeat(48) + ']'.repeat(48))).toBeDefined();
    expect(refusal('['.repeat(49) + ']'.repeat(49))).toMatchObject({
      code: 'malformed-body',
      facts: { data: { reason: 'depth' } },
    });
    expect(refusal('[{"a":'.repeat(500_000)).code).toBe('malformed-body');
  });

  it('is refused when it is not UTF-8, empty, or cut off', () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0x22])).facts.data).toMatchObject({ reason: 'invalid-utf8', offset: 1 });
    for (const text of ['', ' ', '"abc', '{"a":1', 'nul', '{"a":1}{'])
      expect(refusal(text).code).toBe('malformed-body');
  });

  it('over a mebibyte is judged by the same rules, with less said', () => {
    const padding = ' '.repeat(1_100_000);
    expect(parse(`{"a": 1${padding}}`)).toEqual({ a: 1 });
    expect(refusal(`{"a": 1, "a": 2${padding}}`).code).toBe('malformed-body');
    expect(refusal(`{"a": [1${padding}}`).code).toBe('malformed-body');
  });
});

describe('a content type', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is taken',
    (type) => {
      expect(() => requireJson({ 'content-type': type })).not.toThrow();
    },
  );

  it.each([
    undefined,
    'text/plain',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'application/jsonp',
  ])('%s is refused', (type) => {
    expect(() => requireJson({ 'content-type': type })).toThrow(
      expect.objectContaining({ code: 'unsupported-media-type' }),
    );
  });

  it('with a compressed body is refused', () => {
    expect(() => requireJson({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).toThrow(
      expect.objectContaining({ code: 'unsupported-media-type' }),
    );
  });
});
