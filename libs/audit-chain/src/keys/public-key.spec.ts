import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describeVectors, vector } from '../../test/vectors';
import { array, literal, object, string, integer } from '../shape/shape';
import { KeyError } from './key.error';
import { parsePublicKey, PublicKey } from './public-key';
import { SigningKey } from './signing-key';
import { encodeBase64 } from './strict-base64';

const wycheproof = object({
  numberOfTests: integer(),
  testGroups: array(
    object({
      publicKey: object({ pk: string() }),
      tests: array(object({ tcId: integer(), msg: string(), sig: string(), result: literal('valid', 'invalid') })),
    }),
  ),
});

describeVectors('Ed25519, Project Wycheproof', () => {
  it('judges all 151 cases right', () => {
    const file: unknown = JSON.parse(vector('wycheproof-ed25519.json').toString());
    if (!wycheproof.accepts(file)) throw new Error(wycheproof.problems(file).join());
    const wrong: number[] = [];
    let judged = 0;
    for (const group of file.testGroups) {
      const key = PublicKey.fromBytes(Buffer.from(group.publicKey.pk, 'hex'));
      for (const { tcId, msg, sig, result } of group.tests) {
        judged += 1;
        if (key.verify(Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex')) !== (result === 'valid')) wrong.push(tcId);
      }
    }
    expect(wrong).toEqual([]);
    expect(judged).toBe(151);
  });
});

/** Every encoding of a point whose order divides 8, canonical or not (RFC 8032 decoding, both sign bits). */
const WEAK = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000080',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
];

describe('a public key', () => {
  it.each(WEAK)('is refused as weak: %s', (hex) => {
    expect(() => PublicKey.fromBytes(Buffer.from(hex, 'hex'))).toThrow(expect.objectContaining({ code: 'weak-key' }));
  });

  it('is refused for every y beyond the field', () => {
    for (let byte = 0xed; byte <= 0xff; byte += 1) {
      const bytes = Buffer.alloc(32, 0xff);
      bytes[0] = byte;
      bytes[31] = 0x7f;
      expect(() => PublicKey.fromBytes(bytes)).toThrow(KeyError);
    }
  });

  it('is accepted whenever a key pair was honestly made', () => {
    for (let round = 0; round < 50; round += 1) {
      const spki = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
      const base64 = spki.subarray(-32).toString('base64');
      expect(parsePublicKey(base64).base64).toBe(base64);
    }
  });

  it.each([
    ['too short', 'AAAA'],
    ['white space', ` ${encodeBase64(Buffer.alloc(32, 9))}`],
    ['no padding', encodeBase64(Buffer.alloc(32, 9)).replace('=', '')],
    ['the URL alphabet', encodeBase64(Buffer.alloc(32, 0xfb)).replaceAll('+', '-').replaceAll('/', '_')],
    ['stray trailing bits', encodeBase64(Buffer.alloc(32, 9)).replace('k=', 'l=')],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(() => parsePublicKey(text)).toThrow(expect.objectContaining({ code: 'malformed-key' }));
  });
});

describe('signing', () => {
  it('gives the bytes that tweetnacl gives, and each accepts the other', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ maxLength: 200 }),
        (seed, message) => {
          const key = SigningKey.fromSeed(seed);
          const pair = nacl.sign.keyPair.fromSeed(Uint8Array.from(seed));
          expect(Buffer.from(key.publicKey.bytes)).toEqual(Buffer.from(pair.publicKey));
          const signature = nacl.sign.detached(Uint8Array.from(message), pair.secretKey);
          expect(Buffer.from(key.sign(message))).toEqual(Buffer.from(signature));
          expect(key.publicKey.verify(message, signature)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('gives the bytes of RFC 8032 §7.1, test 2', () => {
    const key = SigningKey.fromSeed(
      Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex'),
    );
    expect(Buffer.from(key.publicKey.bytes).toString('hex')).toBe(
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    );
    expect(Buffer.from(key.sign(Buffer.from([0x72]))).toString('hex')).toBe(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    );
  });

  it('is not verified for a changed message, a changed signature or one of another length', () => {
    const key = SigningKey.fromSeed(randomBytes(32));
    const message = Buffer.from('a');
    const signature = Buffer.from(key.sign(message));
    expect(key.publicKey.verify(Buffer.from('b'), signature)).toBe(false);
    expect(key.publicKey.verify(message, signature.subarray(1))).toBe(false);
    expect(key.publicKey.verify(message, Buffer.alloc(0))).toBe(false);
    for (let bit = 0; bit < 512; bit += 37) {
      const changed = Buffer.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(key.publicKey.verify(message, changed)).toBe(false);
    }
  });
});
