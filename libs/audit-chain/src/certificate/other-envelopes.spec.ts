import fc from 'fast-check';
import { issuerKey, otherKey, samplePayload } from '../../test/sample-certificate';
import { isJsonObject } from '../canonical-json/json-value';
import { parseJson } from '../canonical-json/parse-json';
import { PublicKey } from '../keys/public-key';
import { SigningKey } from '../keys/signing-key';
import { decodeBase58, encodeBase58 } from './base58btc';
import { signDataIntegrity, toMultikey, verifyDataIntegrity } from './data-integrity';
import { openInTotoEnvelope, toInTotoEnvelope } from './in-toto-envelope';
import { signCertificate } from './sign-certificate';

const { certificate } = signCertificate(samplePayload, issuerKey);

describe('a certificate as in-toto statement in a DSSE envelope', () => {
  const envelope = toInTotoEnvelope(certificate, issuerKey);

  it('states the certificate about the certified data', () => {
    expect(openInTotoEnvelope(JSON.stringify(envelope), issuerKey.publicKey)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'regional_delay', digest: { sha256: 'd'.repeat(64) } }],
      predicateType: 'urn:svc:certificate:v1',
      predicate: certificate,
    });
  });

  it('is not opened by another key, with another type or with a changed payload', () => {
    expect(openInTotoEnvelope(JSON.stringify(envelope), otherKey.publicKey)).toBeNull();
    expect(
      openInTotoEnvelope(JSON.stringify({ ...envelope, payloadType: 'text/plain' }), issuerKey.publicKey),
    ).toBeNull();
    const other = toInTotoEnvelope({ ...certificate, verdict: 'unsound' }, otherKey);
    expect(openInTotoEnvelope(JSON.stringify({ ...envelope, payload: other.payload }), issuerKey.publicKey)).toBeNull();
  });

  it('signs the pre-authentication encoding, not the payload', () => {
    const payload = Buffer.from(envelope.payload, 'base64');
    const pae = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
    const signature = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
    expect(issuerKey.publicKey.verify(pae, signature)).toBe(true);
    expect(issuerKey.publicKey.verify(payload, signature)).toBe(false);
  });
});

describe('W3C Data Integrity, eddsa-jcs-2022', () => {
  // Key, document and proof of the test vectors in the W3C Recommendation "Data Integrity EdDSA Cryptosuites v1.0", B.3.
  const privateKey = decodeBase58('z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq');
  const key = SigningKey.fromSeed((privateKey ?? Buffer.alloc(0)).subarray(2));
  const context = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2'];
  const document = {
    '@context': context,
    id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
    type: ['VerifiableCredential', 'AlumniCredential'],
    name: 'Alumni Credential',
    description: 'A minimum viable example of an Alumni Credential.',
    issuer: 'https://vc.example/issuers/5678',
    validFrom: '2023-01-01T00:00:00Z',
    credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
  };
  const verificationMethod = 'https://vc.example/issuers/5678#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2';
  const signed = signDataIntegrity(document, key, { created: '2023-02-24T23:36:38Z', verificationMethod });

  it('gives the published key and the published proof', () => {
    expect(toMultikey(key.publicKey)).toBe('z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2');
    expect(signed['proof']).toEqual({
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-jcs-2022',
      created: '2023-02-24T23:36:38Z',
      verificationMethod,
      proofPurpose: 'assertionMethod',
      '@context': context,
      proofValue: 'z63t83Y53KfzJ5ZosfKTnqfMcKB2dmTrfjSaQjeNNjAD5srBowQfmWqeRb8rRjmeEuCBEsddF9LsVogtuTsijJKh4',
    });
    expect(verifyDataIntegrity(signed, key.publicKey)).toBe(true);
  });

  it('does not verify a changed document, a changed proof, another key or none', () => {
    expect(verifyDataIntegrity({ ...signed, name: 'Other' }, key.publicKey)).toBe(false);
    expect(verifyDataIntegrity(signed, issuerKey.publicKey)).toBe(false);
    expect(verifyDataIntegrity(document, key.publicKey)).toBe(false);
    const { proof } = signed;
    if (!isJsonObject(proof)) throw new Error('there is no proof');
    expect(
      verifyDataIntegrity({ ...signed, proof: { ...proof, created: '2024-01-01T00:00:00Z' } }, key.publicKey),
    ).toBe(false);
  });

  it('lets a document extend the signed context, but not begin with another', () => {
    expect(
      verifyDataIntegrity({ ...signed, '@context': [...context, 'https://example.com/more'] }, key.publicKey),
    ).toBe(true);
    expect(
      verifyDataIntegrity({ ...signed, '@context': ['https://example.com/more', ...context] }, key.publicKey),
    ).toBe(false);
  });

  it('carries a certificate under its own did:key', () => {
    const document = parseJson(JSON.stringify(certificate));
    if (!isJsonObject(document)) throw new Error('not an object');
    expect(
      verifyDataIntegrity(
        signDataIntegrity(document, issuerKey, { created: '2026-03-01T10:00:01Z' }),
        issuerKey.publicKey,
      ),
    ).toBe(true);
  });
});

describe('multibase base58btc', () => {
  it('comes back as the same bytes, leading zeros included', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(Buffer.from(decodeBase58(encodeBase58(bytes)) ?? [])).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('refuses other bases and other alphabets', () => {
    expect(decodeBase58('mAAAA')).toBeNull();
    expect(decodeBase58('z0OIl')).toBeNull();
    expect(PublicKey.fromBytes(issuerKey.publicKey.bytes).equals(issuerKey.publicKey)).toBe(true);
  });
});
