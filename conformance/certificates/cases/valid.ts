import { sha256Digest } from '@svc/audit-chain';
import { issuer, parsed, payload, PIN, signed, type Vector, withMembers } from '../vector';

/** A document that a pinned key makes trusted. The digest is of the payload alone, however the document is spelled. */
function trusted(name: string, about: string, content: object, document = signed(content)): Vector {
  return { name: `valid-${name}`, about, document, publicKey: PIN, expect: { outcome: 'trusted', digest: sha256Digest(content) } };
}

const declaring = (declared: object, over: object = {}): object => withMembers({ claim: { ...payload.claim, declared }, ...over });

const plain = withMembers({});
const text = signed(plain);

/** Turned around, and written with every escape that JSON has. */
const backwards = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(backwards) : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).toReversed().map(([name, each]) => [name, backwards(each)])) : value;
const escaped = (json: string): string => json.replaceAll(/"[^"]*"/g, (each) => each.replaceAll(/[A-Za-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).replaceAll('/', '\\/'));

const unicode = declaring(
  { '\ufb33': 'sorts after 😀, by code unit', '😀': 'sorts before U+FB33', '\uffff': 'sorts last', 'é': 'composed', 'e\u0301': 'decomposed', '': 'an empty name', '\u0000\u001f': '\u0000\u0008\u0009\u000a\u000c\u000d\u001f', quotes: '"\\/', '\u007f\u2028\u2029': '\u007f\u0080\u2028\u2029\uffff' },
  { question: '区域航空公司的航班是否更晚？ 더 늦나? Опаздывают? Καθυστερούν;' },
);

/** In the file as written here, in the signed text as ECMAScript prints the double. */
const NUMBERS = '[0,-0,0.0,-0e10,1.0,1E0,100e-2,4.50,2e-3,1e21,1e20,123456789012345680000,999999999999999900000,0.000001,0.0000001,1e-7,1.5e-9,333333333.33333329,1E30,5e-324,2.2250738585072014e-308,1.7976931348623157e308,-1.7976931348623157e308,9007199254740992,-9007199254740992,9007199254740993.0,12345678901234567000,0.1,0.30000000000000004]';

const later = withMembers({ added_later: { list: [1, null, true] }, gates: payload.gates.map((each) => ({ ...each, power: 0.9 })), estimate: { ...payload.estimate, method: 'HC3' } });

const nested = (levels: number): unknown => (levels === 0 ? 'deep' : [nested(levels - 1)]);
const oddNames = parsed('{"__proto__":{"polluted":true},"constructor":1,"toJSON":2,"hasOwnProperty":3,"length":4}');

export const validVectors: readonly Vector[] = [
  trusted('plain', 'The certificate that most others vary.', plain),
  { name: 'valid-no-key-pinned', about: 'Without a pinned key it is consistent with itself, and no more: anybody may have signed it.', document: text, expect: { outcome: 'self_consistent', digest: sha256Digest(plain) } },
  trusted('other-spelling', 'Members in another order, white space everywhere: the same payload, digest and signature.', plain, `\r\n\t ${JSON.stringify(backwards(parsed(text)), null, '\t')} \n`),
  trusted('escaped', 'Letters and slashes written as escapes.', plain, escaped(text)),
  trusted('unicode', 'Names sort by UTF-16 code units (😀 before U+FB33); only what must be escaped is; nothing is normalised.', unicode),
  trusted('numbers', 'Numbers of every size and spelling; −0 becomes 0.', declaring({ numbers: parsed(NUMBERS) }), signed(declaring({ numbers: parsed(NUMBERS) })).replace(/("numbers":)\[[^\]]*\]/, `$1${NUMBERS}`)),
  trusted('counts-spelled-as-doubles', 'A count is a whole number, however it is spelled: 1.2e4, 12000.0.', plain, text.replaceAll('"n":12000', '"n":1.2e4').replace('"rows":12000', '"rows":12000.0')),
  trusted('unknown-members', 'Members that v1 does not know are kept, inside the signature and outside, at every level.', later, signed(later, issuer, { note: 'outside the signature' })),
  trusted('odd-names', 'Members named as things that some languages give every object.', declaring(oddNames)),
  trusted('nulls', 'Everything that may be null is.', withMembers({
    estimate: null, code: { ...payload.code, environment: null, source_hash: null }, data: { ...payload.data, rows: null, inputs: {} }, adjusted_for: [], skipped: [],
    gates: [{ name: 'g', verdict: 'inconclusive', statistic: null, threshold: null, n: null, seed: null, detail: null }], verdict: 'inconclusive',
  })),
  trusted('other-types', 'The other type where two are allowed: a role that is a number or a list, a seed that is a text or a whole number.', withMembers({
    claim: { kind: 'level', roles: { value: 'x', threshold: 3.5, controls: ['a', 'b'] }, declared: {} },
    gates: [{ ...payload.gates[0], seed: 'sha256 of the rows' }, { ...payload.gates[0], seed: -7 }], estimate: { ...payload.estimate, unit: null, interval: null },
  })),
  trusted('64-levels', 'Nested 64 levels deep, the limit: the envelope is the first.', declaring({ deep: nested(60) })),
  trusted('largest-count', 'The largest whole number of which a double holds every smaller one.', withMembers({ data: { ...payload.data, rows: Number.MAX_SAFE_INTEGER } })),
  trusted('ranges-of-time', 'The year 0, and the 29th of February of a year that has one.', withMembers({ run_at: '0000-02-29T23:59:59.999999Z', issued_at: '2000-02-29T00:00:00.000000Z' })),
  trusted('reason-of-odd-space', 'U+0085 and U+200B are no white space here, so the reason is not blank.', withMembers({ skipped: [{ name: 'a', reason: '\u0085' }, { name: 'b', reason: '\u200b' }] })),
];
