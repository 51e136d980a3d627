import { saltedDigest } from './salted-digest';

describe('a salted digest', () => {
  const salt = Buffer.alloc(32, 1);

  it('is equal for equal values of one parameter, however their members are ordered', () => {
    expect(saltedDigest(salt, 'filter', { a: 1, b: 2 })).toBe(saltedDigest(salt, 'filter', { b: 2, a: 1 }));
    expect(saltedDigest(salt, 'filter', 'x')).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
  });

  it('tells nothing without the salt and nothing across parameters', () => {
    const digests = [
      saltedDigest(salt, 'a', 'x'),
      saltedDigest(salt, 'b', 'x'),
      saltedDigest(Buffer.alloc(32, 2), 'a', 'x'),
      saltedDigest(salt, 'a', 'y'),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});
