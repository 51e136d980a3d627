import { endpoints, SCOPES } from '@svc/contracts';

describe('endpoints', () => {
  it('say who may call them: anybody, any token, or a token with a scope that exists', () => {
    const undecided = endpoints.filter(
      ({ access }) => access !== 'public' && access !== 'authenticated' && !SCOPES.includes(access.scope),
    );
    expect(undecided.map((it) => it.name)).toEqual([]);
  });

  it('are closed to strangers, all but the keys that verify certificates and the ways to sign in', () => {
    expect(endpoints.filter((it) => it.access === 'public').map((it) => it.name)).toEqual([
      'certificate.public-key',
      'session.ways',
      'session.begin',
      'session.oidc',
      'session.callback',
    ]);
  });

  it('have a name, a route and a subject of their own', () => {
    for (const key of [
      (it: (typeof endpoints)[number]) => it.name,
      (it: (typeof endpoints)[number]) => `${it.method} ${it.path}`,
    ]) {
      const all = endpoints.map(key);
      expect(all.filter((it, index) => all.indexOf(it) !== index)).toEqual([]);
    }
  });

  it('guard every change: a write is never open to whoever may only read', () => {
    const readable = endpoints.filter(
      ({ method, access }) => method !== 'GET' && typeof access === 'object' && /:read$/.test(access.scope),
    );
    // These change nothing: they take a body because a query or a document does not fit in an address.
    expect(readable.map((it) => it.name)).toEqual(['certificate.verify', 'dashboard.page', 'dashboard.widget']);
  });
});
