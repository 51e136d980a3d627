import { createHash } from 'node:crypto';
import { canonicalize } from '@svc/audit-chain';
import { envelope, issuer, payload, refused, signature, signed, type Vector, withMembers } from '../vector';

const content = withMembers({});
const text = signed(content);
const value = signature(content);
const bytes = Buffer.from(value, 'base64');
const malformed = (name: string, about: string, given: unknown): Vector => refused('malformed-signature', name, about, envelope(content, given));
const wrong = (name: string, about: string, document: string): Vector => refused('wrong-signature', name, about, document);
const signedOver = (message: Uint8Array): string => envelope(content, Buffer.from(issuer.sign(message)).toString('base64'));

/** The order of the group: S and S + L satisfy the same equation, so a verifier must insist on S < L. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

function malleated(): string {
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + L;
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()]).toString('base64');
}

function flipped(bit: number): string {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy.toString('base64');
}

const composed = withMembers({ question: 'Sind die Flüge später?'.normalize('NFC') });

export const signatureVectors: readonly Vector[] = [
  malformed('missing', 'No value.', undefined),
  malformed('null', 'A value of null.', null),
  malformed('list', 'The bytes as a list of numbers.', [...bytes]),
  malformed('empty', 'An empty text.', ''),
  malformed('63-bytes', 'One byte too few.', bytes.subarray(1).toString('base64')),
  malformed('65-bytes', 'One byte too many.', Buffer.concat([bytes, Buffer.from([0])]).toString('base64')),
  malformed('no-padding', 'Base64 without padding.', value.replace('==', '')),
  malformed('more-padding', 'Base64 with too much padding.', `${value}=`),
  malformed('url-alphabet', 'Base64 with the alphabet of addresses.', Buffer.alloc(64, 0xfb).toString('base64url').concat('==')),
  malformed('line-feed', 'A line feed behind it.', `${value}\n`),
  malformed('wrapped', 'Lines of 64 characters.', `${value.slice(0, 64)}\n${value.slice(64)}`),
  malformed('trailing-bits', 'Bits behind the last byte that are not zero: a second spelling of the same bytes.', value.replace(/(.)==$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`)),
  malformed('twice-encoded', 'Base64 of the base64.', Buffer.from(value).toString('base64')),
  malformed('hexadecimal', 'The bytes in hexadecimal.', bytes.toString('hex')),
  wrong('zeros', 'Sixty-four zeros.', envelope(content, Buffer.alloc(64).toString('base64'))),
  wrong('bit-of-r', 'One bit of R flipped.', envelope(content, flipped(5))),
  wrong('bit-of-s', 'One bit of S flipped.', envelope(content, flipped(300))),
  wrong('top-bit', 'The topmost bit of S flipped.', envelope(content, flipped(511))),
  wrong('malleated', 'S + L in place of S: a second signature that anybody can make of the first.', envelope(content, malleated())),
  wrong('digit', 'One digit of the estimate changed.', text.replace('3.25', '3.26')),
  wrong('verdict', 'Another verdict.', text.replace('"verdict":"sound","claim"', '"verdict":"unsound","claim"')),
  wrong('last-digit', 'The value changed by as little as a double can be.', text.replace('3.25', '3.2500000000000004')),
  wrong('number-as-text', 'A number made a text.', text.replace('"n":12000', '"n":"12000"')),
  wrong('member-added', 'A member added after signing.', text.replace('{"derivation"', '{"note":"","derivation"')),
  wrong('member-removed', 'A gate removed after signing.', text.replace(/"gates":\[.*?\]/, '"gates":[]')),
  wrong('null-added', 'A member of null added: null is not the same as nothing.', text.replace('{"derivation"', '{"note":null,"derivation"')),
  wrong('list-reordered', 'The order of a list is signed.', signed(withMembers({ adjusted_for: ['a', 'b'] })).replace('["a","b"]', '["b","a"]')),
  wrong('case', 'A letter in another case.', text.replace('Regional carriers', 'regional carriers')),
  wrong('normalised', 'The same text to the eye, decomposed after signing: nothing may be normalised.', signed(composed).normalize('NFD')),
  wrong('other-payload', 'The signature of another certificate of the same issuer.', envelope(content, signature(withMembers({ question: 'Another' })))),
  wrong('over-text', 'A signature over the text as written, not over the canonical form.', signedOver(Buffer.from(JSON.stringify(content)))),
  wrong('over-indented', 'A signature over an indented text.', signedOver(Buffer.from(JSON.stringify(content, null, 2)))),
  wrong('over-envelope', 'A signature over the envelope without its signature.', signedOver(canonicalize({ schema: 'svc.certificate/v1', certificate: content }))),
  wrong('over-digest', 'A signature over the SHA-256 of the canonical form.', signedOver(createHash('sha256').update(canonicalize(content)).digest())),
  wrong('over-line-feed', 'A signature over the canonical form and a line feed.', signedOver(Buffer.concat([canonicalize(content), Buffer.from('\n')]))),
  wrong('over-payload-without-key', 'A signature made before the key was put into the payload.', envelope(content, signature(payload))),
  refused('wrong-signature', 'no-key-pinned', 'One digit changed, with no key pinned: not even consistent with itself.', text.replace('3.25', '3.26'), {}),
];
