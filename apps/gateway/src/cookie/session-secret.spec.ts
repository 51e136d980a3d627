import {
  derivedFrom,
  hashSessionSecret,
  isSessionSecret,
  newSessionSecret,
  openSealed,
  sealUnder,
} from './session-secret';

describe('the secret of a session', () => {
  it('is 256 random bits in letters that a cookie may hold', () => {
    const secrets = Array.from({ length: 100 }, newSessionSecret);
    expect(secrets.every((it) => isSessionSecret(it) && Buffer.from(it, 'base64url').length === 32)).toBe(true);
    expect(new Set(secrets).size).toBe(100);
  });

  it.each(['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}\n`, `${'A'.repeat(42)}é`])(
    'is not %j',
    (text) => {
      expect(isSessionSecret(text)).toBe(false);
    },
  );

  it('gives each purpose a value of its own that tells nothing of another', () => {
    const [one, other] = [newSessionSecret(), newSessionSecret()];
    const values = [
      derivedFrom(one, 'state'),
      derivedFrom(one, 'nonce'),
      derivedFrom(other, 'state'),
      hashSessionSecret(one).toString('base64url'),
    ];
    expect(new Set(values).size).toBe(4);
    expect(derivedFrom(one, 'state')).toBe(values[0]);
  });

  it('opens what was sealed under it, and nothing else does', () => {
    const [one, other] = [newSessionSecret(), newSessionSecret()];
    const sealed = sealUnder(one, 'a refresh token ✓');
    expect(openSealed(one, sealed)).toBe('a refresh token ✓');
    expect(sealUnder(one, 'a refresh token ✓')).not.toEqual(sealed);
    expect(() => openSealed(other, sealed)).toThrow();
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
      expect(() => openSealed(one, changed)).toThrow();
    }
    expect(() => openSealed(one, sealed.subarray(0, -1))).toThrow();
  });
});
