import { ConfigError, readConfig } from '@svc/platform';
import { configSchema } from './config';
import { roleOf } from './oidc/roles-by-group';

const NEEDED = { SVC_PRINCIPAL_KEY_FILE: '/keys/own', SVC_PRINCIPAL_KEYRING_FILE: '/keys/ring' };
const OIDC = {
  SVC_OIDC_ISSUER: 'https://idp.example.org',
  SVC_OIDC_CLIENT_ID: 'svc',
  SVC_PUBLIC_URL: 'https://svc.example.org',
};
const read = (values: Readonly<Record<string, string>>, file = '') =>
  readConfig(configSchema, { ...NEEDED, ...values }, () => file);

function faults(values: Readonly<Record<string, string>>): string {
  try {
    read(values);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  throw new Error('was accepted');
}

describe('the settings of signing in', () => {
  it('may be left out: there are local users then, and sessions of twelve hours and a week', () => {
    expect(read({})).toMatchObject({
      SVC_SIGN_IN_PASSWORD: true,
      SVC_SESSION_IDLE_HOURS: 12,
      SVC_SESSION_HOURS: 168,
      SVC_OIDC_ROLES: { admin: [], editor: [], viewer: [] },
    });
  });

  it('take the secret of the identity provider from a file', () => {
    expect(read({ ...OIDC, SVC_OIDC_CLIENT_SECRET_FILE: '/run/secret' }, 'hidden\n').SVC_OIDC_CLIENT_SECRET).toBe(
      'hidden',
    );
  });

  it.each(['SVC_OIDC_CLIENT_ID', 'SVC_PUBLIC_URL'] as const)('of an identity provider need %s', (name) => {
    expect(faults({ ...OIDC, [name]: '' })).toMatch(new RegExp(`^${name} is missing\\. Set it to `));
  });

  it.each([
    'http://idp.example.org',
    'ftp://idp.example.org',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org',
    'idp.example.org',
    'javascript:alert(1)',
  ])('refuse %s as an issuer: what it says must not be read or changed on the way', (issuer) => {
    expect(faults({ ...OIDC, SVC_OIDC_ISSUER: issuer })).toMatch(
      /^SVC_OIDC_ISSUER is not usable: must be an https URL, or http on this machine/,
    );
  });

  it.each([
    'http://127.0.0.1:8080',
    'http://localhost/realms/x',
    'http://[::1]:1',
    'https://login.example.org/realms/svc',
  ])('take %s as an issuer', (issuer) => {
    expect(read({ ...OIDC, SVC_OIDC_ISSUER: issuer }).SVC_OIDC_ISSUER).toBe(issuer);
  });

  it.each(['not json', '[]', '{"owner": ["x"]}', '{"admin": "svc-admins"}', '{"admin": [""]}', 'null'])(
    'refuse %s as the roles of groups',
    (roles) => {
      expect(faults({ ...OIDC, SVC_OIDC_ROLES: roles })).toMatch(
        /^SVC_OIDC_ROLES is not usable: must be a JSON object with viewer, editor, admin and lists of group names/,
      );
    },
  );

  it('give a person the highest role that one of the groups has', () => {
    const { SVC_OIDC_ROLES: roles } = read({
      ...OIDC,
      SVC_OIDC_ROLES: '{"admin": ["svc-admins"], "editor": ["analysts", "authors"]}',
    });
    expect([['analysts', 'svc-admins'], ['authors'], ['others'], []].map((groups) => roleOf(groups, roles))).toEqual([
      'admin',
      'editor',
      'viewer',
      'viewer',
    ]);
  });

  it('ask for an OpenID token, whatever else they ask for', () => {
    expect(faults({ ...OIDC, SVC_OIDC_SCOPES: 'profile email' })).toMatch(/^SVC_OIDC_SCOPES is not usable/);
    expect(read({ ...OIDC, SVC_OIDC_SCOPES: 'openid groups offline_access' }).SVC_OIDC_SCOPES).toBe(
      'openid groups offline_access',
    );
  });
});
