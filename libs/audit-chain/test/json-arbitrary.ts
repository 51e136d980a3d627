import fc from 'fast-check';
import type { JsonValue } from '../src/canonical-json/json-value';

/** Strings that have a UTF-8 form, keys like `__proto__` and `constructor` included. */
export const wellFormedString: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toJSON',
    'toString',
    '',
    '\u2028',
    '\ufeff',
    'é',
    '\u20ac',
    '\ud83d\ude00',
    '\ufb33',
  ),
);

const number: fc.Arbitrary<number> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 5e-324, 1.7976931348623157e308, 2 ** 53, -(2 ** 53), 1e21, 1e20, 333333333.33333329, 1e-7),
);

/** Any JSON value, a few levels deep. */
export const jsonValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    number,
    wellFormedString,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(wellFormedString, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
})).value;
