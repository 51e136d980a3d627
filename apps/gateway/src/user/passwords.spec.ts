import { scryptSync } from 'node:crypto';
import { dummyHash, hashPassword, isPasswordOf } from './password-hash';
import { Passwords } from './passwords';

describe('a password hash', () => {
  it('is of its password alone, and says how it was made', async () => {
    const hash = await hashPassword('correct horse battery');
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await isPasswordOf(hash, 'correct horse battery')).toBe(true);
    expect(await isPasswordOf(hash, 'correct horse batterz')).toBe(false);
  });

  it('made with other costs, as an older or a newer release may, is still read', async () => {
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync('correct horse battery', salt, 32, { N: 2 ** 14, r: 8, p: 1 });
    const hash = `$scrypt$ln=14,r=8,p=1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await isPasswordOf(hash, 'correct horse battery')).toBe(true);
  });

  it('of nobody looks like any other, and fits nothing', async () => {
    const dummy = dummyHash();
    expect(dummy).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPasswordOf(dummy, '')).toBe(false);
  });

  it('that cannot be read stops the sign-in rather than let anybody in', async () => {
    await expect(isPasswordOf('plain text', 'plain text')).rejects.toThrow('cannot be read');
  });
});

describe('comparing passwords', () => {
  it('never says yes where there is no hash', async () => {
    expect(await new Passwords().matches(null, '')).toBe(false);
  });

  it('is refused, not queued, beyond fifty that wait', async () => {
    const passwords = new Passwords();
    const cheap = '$scrypt$ln=10,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches(cheap, 'x')));
    const refused = outcomes.filter((it) => it.status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(
      refused.every((it) => it.reason instanceof Error && 'code' in it.reason && it.reason.code === 'overloaded'),
    ).toBe(true);
    expect(await passwords.matches(cheap, 'x')).toBe(false);
  });
});
