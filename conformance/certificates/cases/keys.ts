import { createHash } from 'node:crypto';
import { canonicalize, type KeyHistory, sha256Digest } from '@svc/audit-chain';
import { envelope, PIN, refused, retired, signature, signed, stranger, type Vector, withMembers } from '../vector';

const raw = Buffer.from(PIN, 'base64');
const key = (name: string, about: string, public_key: unknown): Vector => refused('malformed-key', name, about, signed(withMembers({ public_key })));

/** R is the identity point and S is zero: under a key of order n this fits one message in n, whatever the message says. */
const UNIVERSAL = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Whether the universal signature satisfies S·B = R + k·A for a key A of small order: k·A must vanish. */
function fits(order: bigint, key: Buffer, content: object): boolean {
  const digest = createHash('sha512').update(UNIVERSAL.subarray(0, 32)).update(key).update(canonicalize(content)).digest();
  const k = BigInt(`0x${digest.reverse().toString('hex')}`) % L;
  return k % order === 0n;
}

/** A payload under a weak key, worded such that the universal signature fits it; the words could be any. */
function underWeakKey(hex: string, order: bigint | null): string {
  const bytes = Buffer.from(hex, 'hex');
  const saying = (attempt: number): object => withMembers({ question: `Anything at all, attempt ${attempt}`, public_key: bytes.toString('base64') });
  let attempt = 0;
  while (order !== null && !fits(order, bytes, saying(attempt))) attempt += 1;
  return envelope(saying(attempt), UNIVERSAL.toString('base64'));
}

const WEAK: readonly (readonly [name: string, about: string, hex: string, order: bigint | null])[] = [
  ['order-1', 'The identity point', `01${'00'.repeat(31)}`, 1n],
  ['order-2', 'The point of order 2', `ec${'ff'.repeat(30)}7f`, 2n],
  ['order-4', 'A point of order 4', '00'.repeat(32), 4n],
  ['order-4-negative', 'The other point of order 4', `${'00'.repeat(31)}80`, 4n],
  ['order-8-a', 'A point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 8n],
  ['order-8-b', 'A point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85', 8n],
  ['order-8-c', 'A point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 8n],
  ['order-8-d', 'A point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa', 8n],
  ['minus-zero-order-1', 'The identity point with a sign that zero does not have', `01${'00'.repeat(30)}80`, 1n],
  ['minus-zero-order-2', 'The point of order 2 with a sign that zero does not have', `ec${'ff'.repeat(31)}`, 2n],
  ['p', 'y = p, a second spelling of y = 0', `ed${'ff'.repeat(30)}7f`, 4n],
  ['p-negative', 'y = p with the sign', `ed${'ff'.repeat(31)}`, 4n],
  ['p-plus-1', 'y = p + 1, a second spelling of the identity point', `ee${'ff'.repeat(30)}7f`, 1n],
  ['p-plus-1-negative', 'y = p + 1 with the sign', `ee${'ff'.repeat(31)}`, 1n],
  ['p-plus-3', 'y = p + 3: a second spelling of a y that is not weak', `f0${'ff'.repeat(30)}7f`, null],
  ['all-ones', 'The largest number that 255 bits hold', `${'ff'.repeat(31)}7f`, null],
];

const weakVectors = WEAK.flatMap(([name, about, hex, order]): Vector[] => {
  const document = underWeakKey(hex, order);
  const warning = order === null ? '' : '. The equation of the signature holds, though nobody made it: a verifier must look at the key first';
  return [refused('weak-key', name, `${about}${warning}.`, document), refused('weak-key', `${name}-not-pinned`, `${about}, with no key pinned.`, document, {})];
});

const edited = withMembers({ verdict: 'unsound', question: 'Anything' }, stranger);

const history: KeyHistory = [
  { public_key: retired.publicKey.base64, from: '2025-01-01T00:00:00.000Z', until: '2026-03-01T10:00:02.000Z' },
  { public_key: PIN, from: '2026-03-01T10:00:02.000Z', until: null },
];
const before = (name: string, about: string, issued_at: string): Vector => {
  const content = withMembers({ issued_at }, retired);
  return refused('retired-key', name, about, signed(content, retired), { keyHistory: history });
};
const trustedBefore = (name: string, about: string, issued_at: string): Vector => {
  const content = withMembers({ issued_at }, retired);
  return { name: `valid-${name}`, about, document: signed(content, retired), keyHistory: history, expect: { outcome: 'trusted', digest: sha256Digest(content) } };
};

export const keyVectors: readonly Vector[] = [
  key('missing', 'No key in the payload.', undefined),
  key('null', 'A key of null.', null),
  key('number', 'A number.', 7),
  key('empty', 'An empty text.', ''),
  key('31-bytes', 'One byte too few.', raw.subarray(1).toString('base64')),
  key('33-bytes', 'One byte too many.', Buffer.concat([raw, Buffer.from([0])]).toString('base64')),
  key('no-padding', 'Base64 without padding.', PIN.replace('=', '')),
  key('url-alphabet', 'Base64 with the alphabet of addresses.', Buffer.alloc(32, 0xfb).toString('base64url').concat('=')),
  key('space', 'White space before it.', ` ${PIN}`),
  key('line-feed', 'A line feed behind it, as a file has it.', `${PIN}\n`),
  key('trailing-bits', 'Bits behind the last byte that are not zero: a second spelling of the same bytes.', PIN.replace(/(.)=$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}=`)),
  key('hexadecimal', 'The bytes in hexadecimal.', raw.toString('hex')),
  key('not-ascii', 'Letters that are none of base64.', `${PIN.slice(0, -2)}é=`),
  ...weakVectors,
  refused('other-key', 'signed-again', 'Edited and signed again by whoever edited it. Consistent with itself, and not the issuer’s.', signed(edited, stranger)),
  { name: 'valid-signed-again-no-key-pinned', about: 'The same without a pinned key: only consistent with itself.', document: signed(edited, stranger), expect: { outcome: 'self_consistent', digest: sha256Digest(edited) } },
  refused('other-key', 'key-replaced', 'Another key put into the payload, the signature left as it was: the pinned key is looked at first.', envelope(withMembers({}, stranger), signature(withMembers({})))),
  refused('other-key', 'not-in-history', 'A key that the history does not have.', signed(withMembers({}, stranger), stranger), { keyHistory: history }),
  refused('other-key', 'empty-history', 'A history without any key trusts nobody.', signed(withMembers({})), { keyHistory: [] }),
  { name: 'valid-history-newest', about: 'The key in use, found in a history.', document: signed(withMembers({})), keyHistory: history, expect: { outcome: 'trusted', digest: sha256Digest(withMembers({})) } },
  trustedBefore('history-retired', 'A retired key, for what it signed while it was in use.', '2026-03-01T10:00:01.123456Z'),
  trustedBefore('history-last-moment', 'In the very millisecond in which the key was retired: what is below a millisecond is cut off.', '2026-03-01T10:00:02.000999Z'),
  before('a-millisecond-later', 'A millisecond after the key was retired.', '2026-03-01T10:00:02.001000Z'),
  before('a-year-later', 'A year later: a stolen old key must not issue new certificates.', '2027-03-01T10:00:00.000000Z'),
  before('no-time', 'A time that nobody can read.', 'yesterday'),
  refused('retired-key', 'time-missing', 'No time at all.', signed(withMembers({ issued_at: undefined }, retired), retired), { keyHistory: history }),
];
