import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { casesOf } from '@svc/testing';
import { issuerKey, otherKey, samplePayload } from '../../test/sample-certificate';
import { canonicalize, canonicalText } from '../canonical-json/canonicalize';
import { SigningKey } from '../keys/signing-key';
import { encodeBase64 } from '../keys/strict-base64';
import { certificateDigest } from './certificate-digest';
import { signCertificate } from './sign-certificate';
import { verifyCertificate } from './verify-certificate';

const certificate = signCertificate(samplePayload, issuerKey);
const text = JSON.stringify(certificate);
const pinnedKey = issuerKey.publicKey.base64;

function invalid(code: string): unknown {
  return { outcome: 'invalid', code, reason: expect.stringMatching(/\S/) };
}

/** The document with members replaced and its payload signed anew by a key. */
function forged(payload: object, key: SigningKey, envelope: object = {}): string {
  const value = encodeBase64(key.sign(canonicalize(payload)));
  return JSON.stringify({
    ...certificate,
    certificate: payload,
    signature: { algorithm: 'ed25519', value },
    ...envelope,
  });
}

const { gates: _gates, ...withoutGates } = certificate.certificate;

describe('signing a certificate', () => {
  it('gives the same bytes for the same payload, however its members are ordered', () => {
    const reordered = Object.fromEntries(Object.entries(samplePayload).toReversed());
    expect(canonicalText(signCertificate({ ...samplePayload, ...reordered }, issuerKey))).toBe(
      canonicalText(certificate),
    );
  });

  it('embeds the key, and is a detached signature over the canonical payload that tweetnacl accepts', () => {
    expect(certificate.certificate.public_key).toBe(pinnedKey);
    expect(certificate.schema).toBe('svc.certificate/v1');
    const signature = Buffer.from(certificate.signature.value, 'base64');
    expect(
      nacl.sign.detached.verify(
        Uint8Array.from(canonicalize(certificate.certificate)),
        Uint8Array.from(signature),
        Uint8Array.from(issuerKey.publicKey.bytes),
      ),
    ).toBe(true);
  });

  it.each([
    ['a skipped gate without a reason', { skipped: [{ name: 'g', reason: '  ' }] }, '/skipped/0/reason'],
    ['a time without microseconds', { issued_at: '2026-03-01T10:00:01Z' }, '/issued_at'],
    ['a hash that is none', { derivation_version: 'abc' }, '/derivation_version'],
    ['a member of the claim left out', { claim: { kind: 'level', roles: {} } }, '/claim/declared'],
  ])('refuses %s, naming it', (_, change, pointer) => {
    expect(() => signCertificate({ ...samplePayload, ...JSON.parse(JSON.stringify(change)) }, issuerKey)).toThrow(
      pointer,
    );
  });
});

describe('verifying a certificate', () => {
  it('trusts it with the pinned key', () => {
    expect(verifyCertificate(text, { pinnedKey })).toMatchObject({
      outcome: 'trusted',
      publicKey: pinnedKey,
      certificate: certificate.certificate,
      digest: certificateDigest(certificate.certificate),
    });
  });

  it('finds it only self-consistent without one, and says that this proves no issuer', () => {
    const result = verifyCertificate(Buffer.from(text));
    expect(result).toMatchObject({
      outcome: 'self_consistent',
      reason: expect.stringContaining('does not show who issued it'),
    });
  });

  it('does not care for white space and member order of the file', () => {
    const shuffled = JSON.stringify(Object.fromEntries(Object.entries(certificate).toReversed()), null, 4);
    expect(verifyCertificate(shuffled, { pinnedKey }).outcome).toBe('trusted');
  });

  it('keeps members it does not know, inside the signature and outside', () => {
    const later = forged({ ...certificate.certificate, added_in_v1_7: { x: [1] } }, issuerKey, { note: 'kept' });
    expect(verifyCertificate(later, { pinnedKey })).toMatchObject({
      outcome: 'trusted',
      certificate: { added_in_v1_7: { x: [1] } },
    });
  });

  it('detects an edit signed again with another key only against the pinned key', () => {
    const edited = forged(
      { ...certificate.certificate, verdict: 'sound', question: 'Anything', public_key: otherKey.publicKey.base64 },
      otherKey,
    );
    expect(verifyCertificate(edited).outcome).toBe('self_consistent');
    expect(verifyCertificate(edited, { pinnedKey })).toEqual(invalid('other-key'));
  });

  it.each<[string, string, string]>([
    ['no JSON', '{', 'not-json'],
    ['a repeated member', text.replace('"verdict":"sound"', '"verdict":"sound","verdict":"sound"'), 'not-json'],
    ['half a surrogate pair', text.replace('Regional', '\\ud800'), 'not-json'],
    ['no object', '[]', 'unknown-schema'],
    ['a schema it does not know, naming it', text.replace('certificate/v1', 'certificate/v2'), 'unknown-schema'],
    ['another algorithm', text.replace('"ed25519"', '"none"'), 'unknown-algorithm'],
    ['no signature', JSON.stringify({ ...certificate, signature: undefined }), 'unknown-algorithm'],
    ['no payload', JSON.stringify({ ...certificate, certificate: 1 }), 'malformed-key'],
    ['no key', forged({ ...certificate.certificate, public_key: 7 }, issuerKey), 'malformed-key'],
    [
      'a key with white space',
      forged({ ...certificate.certificate, public_key: ` ${pinnedKey}` }, issuerKey),
      'malformed-key',
    ],
    [
      'the identity point as its key',
      forged(
        { ...certificate.certificate, public_key: encodeBase64(Buffer.from([1, ...Buffer.alloc(31)])) },
        issuerKey,
      ),
      'weak-key',
    ],
    ['another instance as its issuer', JSON.stringify(signCertificate(samplePayload, otherKey)), 'other-key'],
    [
      'a signature without padding',
      text.replace(certificate.signature.value, certificate.signature.value.replace('==', '')),
      'malformed-signature',
    ],
    [
      'a signature of 63 bytes',
      text.replace(certificate.signature.value, encodeBase64(Buffer.alloc(63))),
      'malformed-signature',
    ],
    ['a changed digit', text.replace('3.25', '3.26'), 'wrong-signature'],
    ['a member left out', forged(withoutGates, issuerKey), 'malformed-payload'],
  ])('refuses %s', (_, document, code) => {
    expect(verifyCertificate(document, { pinnedKey })).toEqual(invalid(code));
  });

  it('refuses every change of one character, but for another spelling of the same number', () => {
    const compact = canonicalText(certificate);
    expect(compact).toMatch(/\de-\d/);
    expect(verifyCertificate(compact.replace(/(\d)e-(\d)/, '$1E-$2'), { pinnedKey }).outcome).toBe('trusted');
    fc.assert(
      fc.property(fc.nat(compact.length - 1), fc.integer({ min: 0x20, max: 0x7e }), (at, code) => {
        const character = String.fromCharCode(code);
        fc.pre(compact[at] !== character);
        const changed = compact.slice(0, at) + character + compact.slice(at + 1);
        fc.pre(!saysTheSame(changed, compact));
        expect(verifyCertificate(changed, { pinnedKey }).outcome).toBe('invalid');
      }),
      { numRuns: casesOf(3000) },
    );
  });

  it('trusts a retired key for what it signed before it was retired, and for nothing later', () => {
    const history = [
      { public_key: pinnedKey, from: '2026-01-01T00:00:00.000Z', until: '2026-03-01T10:00:02.000Z' },
      { public_key: otherKey.publicKey.base64, from: '2026-03-01T10:00:02.000Z', until: null },
    ];
    expect(verifyCertificate(text, { pinnedKey: history }).outcome).toBe('trusted');
    const late = JSON.stringify(
      signCertificate({ ...samplePayload, issued_at: '2026-03-02T00:00:00.000000Z' }, issuerKey),
    );
    expect(verifyCertificate(late, { pinnedKey: history })).toEqual(invalid('retired-key'));
    const stranger = JSON.stringify(signCertificate(samplePayload, SigningKey.fromSeed(Buffer.alloc(32, 3))));
    expect(verifyCertificate(stranger, { pinnedKey: history })).toEqual(invalid('other-key'));
  });
});

/** Whether two texts are JSON of equal values: `1e-7` is `1E-7`. */
function saysTheSame(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return false;
  }
}
