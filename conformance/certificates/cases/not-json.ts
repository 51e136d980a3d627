import { payload, refused, signed, type Vector, withMembers } from '../vector';

const text = signed(withMembers({}));
const bytes = Buffer.from(text);
const vector = (name: string, about: string, document: string | Uint8Array): Vector => refused('not-json', name, about, document);

/** The text with something put in place of the question. */
const asking = (json: string): string => text.replace('"Regional carriers are later"', json);
/** The text with bytes in the middle of the question. */
function withBytes(hex: string): Uint8Array {
  const at = bytes.indexOf('Regional');
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(hex, 'hex'), bytes.subarray(at)]);
}
const nested = (levels: number): unknown => (levels === 0 ? 'deep' : [nested(levels - 1)]);
const declaring = (declared: object): string => signed(withMembers({ claim: { ...payload.claim, declared } }));

export const notJsonVectors: readonly Vector[] = [
  vector('empty', 'No byte at all.', ''),
  vector('blank', 'White space alone.', ' \n\t\r'),
  vector('truncated-half', 'Cut in the middle.', text.slice(0, text.length / 2)),
  vector('truncated-last', 'Without its last brace.', text.slice(0, -1)),
  vector('trailing-brace', 'One brace too many.', `${text}}`),
  vector('two-documents', 'Two documents in one file.', `${text}\n${text}`),
  vector('trailing-comma', 'A comma before the last brace.', `${text.slice(0, -1)},}`),
  vector('comment', 'A comment.', `/* certificate */${text}`),
  vector('single-quotes', 'Single quotes.', text.replaceAll('"', "'")),
  vector('byte-order-mark', 'A byte-order mark.', Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes])),
  vector('utf16', 'UTF-16 with a byte-order mark.', Buffer.from(`\ufeff${text}`, 'utf16le')),
  vector('space-not-json', 'A no-break space between members.', text.replace(',', ',\u00a0')),
  vector('control-character', 'A raw line feed inside a string.', asking('"Regional\ncarriers"')),
  vector('bad-escape', 'An escape that JSON does not have.', asking('"\\x41"')),
  vector('short-escape', 'An escape of three digits.', asking('"\\u12g"')),
  vector('escape-with-underscore', 'Digits that some number readers allow and JSON does not.', asking('"\\u1_23"')),
  vector('capital-null', 'A word in capitals.', text.replaceAll('null', 'NULL')),
  vector('nan', 'NaN.', text.replace('3.25', 'NaN')),
  vector('infinity', 'Infinity.', text.replace('3.25', '-Infinity')),
  vector('leading-zero', 'A leading zero.', text.replace('3.25', '03.25')),
  vector('leading-plus', 'A leading plus.', text.replace('3.25', '+3.25')),
  vector('point-without-digits', 'A decimal point without digits behind it.', text.replace('3.25', '3.')),
  vector('hexadecimal', 'A hexadecimal number.', text.replace('3.25', '0x3')),
  vector('other-digits', 'Digits that are not ASCII.', text.replace('3.25', '३')),
  vector('beyond-double', 'A number that no double holds.', text.replace('3.25', '1e400')),
  vector('rounded-integer', 'An integer that a double would round: 2^53 + 1.', text.replace('3.25', '9007199254740993')),
  vector('rounded-negative-integer', 'The same below zero.', text.replace('3.25', '-9007199254740993')),
  vector('rounded-long-integer', 'Digits that are not those a double prints.', text.replace('3.25', '12345678901234567890')),
  vector('invalid-utf8', 'A byte that no UTF-8 text has.', withBytes('ff')),
  vector('overlong-utf8', 'A slash in two bytes.', withBytes('c0af')),
  vector('surrogate-in-utf8', 'A surrogate in three bytes (CESU-8).', withBytes('eda080')),
  vector('beyond-unicode', 'A code point above U+10FFFF.', withBytes('f4908080')),
  vector('cut-utf8', 'Half a character.', withBytes('e282')),
  vector('high-surrogate', 'The first half of a pair alone.', asking('"\\ud83d"')),
  vector('low-surrogate', 'The second half of a pair alone.', asking('"\\ude00"')),
  vector('reversed-surrogates', 'A pair the wrong way round.', asking('"\\ude00\\ud83d"')),
  vector('surrogate-in-name', 'Half of a pair in a member name.', text.replace('"unit":"flight"', '"\\ud800":1')),
  vector('surrogate-outside-signature', 'Half of a pair outside the signed payload.', text.replace('{"schema"', '{"note":"\\udfff","schema"')),
  vector('repeated-member', 'The verdict twice: two readers could take two verdicts.', text.replace('"verdict":"sound"', '"verdict":"unsound","verdict":"sound"')),
  vector('repeated-member-escaped', 'The second spelled with an escape.', text.replace('"verdict":"sound"', '"verdict":"unsound","\\u0076erdict":"sound"')),
  vector('repeated-payload', 'Two payloads in one envelope.', text.replace('"signature":', '"certificate":{},"signature":')),
  vector('repeated-member-outside-signature', 'Twice outside the signed payload.', text.replace('{"schema"', '{"note":1,"note":1,"schema"')),
  vector('65-levels', 'One level more than the limit.', declaring({ deep: nested(61) })),
  vector('bottomless', 'Deep enough to overflow a reader that recurses without a limit.', '['.repeat(10_000)),
];
