import { login } from '@svc/contracts';
import fc from 'fast-check';
import { identityOf } from './identity';

const ISSUER = 'https://idp.example.org';
const read = (claims: Readonly<Record<string, unknown>>, wanted: readonly string[] = []) =>
  identityOf(ISSUER, 'sub-1', claims, 'groups', wanted);

describe('the claims of an identity provider', () => {
  it.each([
    [{ preferred_username: 'Ada.Lovelace' }, 'ada.lovelace'],
    [{ preferred_username: 'ada@example.org' }, 'ada@example.org'],
    [{ preferred_username: 'CORP\\ada' }, 'corp-ada'],
    [{ preferred_username: '  -_ada' }, 'ada'],
    [{ preferred_username: '用户', email: 'li@example.org' }, 'li@example.org'],
    [{ email: 'Ada@Example.org' }, 'ada@example.org'],
  ])('%j become the login %s', (claims, expected) => {
    expect(read(claims).logins[0]).toBe(expected);
  });

  it('give everybody a login in the end, whatever stands in them, and never one of a wrong form', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('preferred_username', 'email', 'name', 'groups', 'sub'), fc.anything()),
        (claims) => {
          const { logins, name, groups } = read(claims);
          expect(logins.length).toBeGreaterThanOrEqual(1);
          expect(logins.every((it) => login.safeParse(it).success)).toBe(true);
          expect(name.length).toBeGreaterThan(0);
          expect(groups.length).toBeLessThanOrEqual(200);
        },
      ),
    );
  });

  it('give another person of the same name other logins of last resort', () => {
    const [one, other, elsewhere] = [
      read({ preferred_username: 'ada' }),
      identityOf(ISSUER, 'sub-2', { preferred_username: 'ada' }, 'groups'),
      identityOf('https://other.example.org', 'sub-1', { preferred_username: 'ada' }, 'groups'),
    ];
    expect(new Set([one, other, elsewhere].map((it) => it.logins.at(-1))).size).toBe(3);
    expect(new Set([one, other, elsewhere].map((it) => it.logins.at(-2))).size).toBe(3);
  });

  it('with more groups than are kept keep those first that mean something here', () => {
    const many = Array.from({ length: 500 }, (_, at) => `g${at}`);
    const { groups } = read({ groups: [...many, 'svc-admins'] }, ['svc-admins']);
    expect([groups.length, groups[0]]).toEqual([200, 'svc-admins']);
    const long = read({ groups: [...many.map((it) => it.padEnd(100, 'x')), 'svc-admins'] }, ['svc-admins']).groups;
    expect([long[0], JSON.stringify(long).length > 7_800, JSON.stringify(long).length <= 8_000]).toEqual([
      'svc-admins',
      true,
      true,
    ]);
  });

  it('name groups by whole printable names: what is none is left out', () => {
    expect(
      read({ groups: ['a', 'a', '', 'b\u0000', 'c\nd', 'x'.repeat(101), 7, null, ['e'], '/team/f'] }).groups,
    ).toEqual(['a', '/team/f']);
    expect(read({ groups: { admin: true } }).groups).toEqual([]);
  });

  it('are shown without control characters; an address that is none is left out', () => {
    expect(read({ name: 'Ada\u0000\u202eLovelace', email: 'not an address' })).toMatchObject({
      name: 'AdaLovelace',
      email: null,
    });
  });
});
