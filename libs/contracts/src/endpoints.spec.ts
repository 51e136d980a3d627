import { mayCall, ROLE_SCOPES, SCOPES } from './access/access';
import { endpoints } from './endpoints';
import { SERVICES } from './endpoint/endpoint';
import { jobKinds } from './job-kinds';
import type { Noun } from './noun';
import { nouns } from './nouns';
import { vocabularies } from './vocabularies';
import type { Vocabulary } from './vocabulary';

describe('the endpoint list', () => {
  const rows = endpoints.map((it) => [it.name, it] as const);

  it('names every operation once', () => {
    const names = endpoints.map((it) => it.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has one operation per method and path', () => {
    const routes = endpoints.map((it) => `${it.method} ${it.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('puts a literal path before a templated one that would also match it', () => {
    const hidden = endpoints.flatMap((it, at) =>
      endpoints
        .slice(0, at)
        .filter((earlier) => earlier.method === it.method && matcher(earlier.path).test(it.path))
        .map((earlier) => [earlier.path, it.path]),
    );
    expect(hidden).toEqual([]);
  });

  it.each(rows)('%s declares exactly the parameters of its path', (_, it) => {
    const inPath = [...it.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(it.params.shape).sort()).toEqual(inPath.sort());
  });

  it.each(rows)('%s says who may call it', (_, it) => {
    const scopes: readonly string[] = SCOPES;
    expect(it.access === 'public' || it.access === 'authenticated' || scopes.includes(it.access.scope)).toBe(true);
  });

  it.each(rows)('%s belongs to a service', (_, it) => {
    expect(['{service}', ...SERVICES]).toContain(it.subject.split('.')[1]);
  });

  it.each(rows)(
    '%s names its audit target by a parameter of its path, unless it finds out itself who signs in',
    (_, it) => {
      if (it.target !== null && it.session !== 'begins')
        expect(Object.keys(it.params.shape)).toContain(it.target.param);
      else expect(it.path).not.toContain('{');
    },
  );

  it.each(rows)('%s refuses a member that it does not know', (_, it) => {
    const issues = it.request.safeParse({ params: {}, query: {}, surprise: 1 }).error?.issues ?? [];
    expect(issues.some((issue) => issue.code === 'unrecognized_keys' && issue.keys.includes('surprise'))).toBe(true);
  });
});

function matcher(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

describe('roles', () => {
  it('give an editor all that a viewer may do, and an admin everything', () => {
    for (const scope of ROLE_SCOPES.viewer) expect(ROLE_SCOPES.editor).toContain(scope);
    expect([...ROLE_SCOPES.admin].sort()).toEqual([...SCOPES].sort());
  });

  it('withhold promotion of rights: only an admin manages tokens, revokes and reads the audit log', () => {
    for (const scope of ['token:manage', 'derivation:revoke', 'audit:read'] as const) {
      expect(ROLE_SCOPES.editor).not.toContain(scope);
      expect(ROLE_SCOPES.viewer).not.toContain(scope);
    }
  });

  it('deny a caller without a principal everything that is not public', () => {
    expect(mayCall('public', null)).toBe(true);
    expect(mayCall('authenticated', null)).toBe(false);
    expect(mayCall({ scope: 'dataset:read' }, null)).toBe(false);
  });

  it('deny a principal whose token withholds the scope, whatever its role', () => {
    const admin = { id: 'ann', kind: 'token', role: 'admin', scopes: ['dataset:read'], groups: [] } as const;
    const caller = { ...admin, scopes: [...admin.scopes], groups: [] };
    expect(mayCall({ scope: 'dataset:read' }, caller)).toBe(true);
    expect(mayCall({ scope: 'token:manage' }, caller)).toBe(false);
  });
});

describe('kinds of jobs', () => {
  it('have names of their own', () => {
    const names = jobKinds.map(({ name }) => name);
    expect(names).toContain('derivation.execute');
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the words of the nouns', () => {
  const all: readonly Vocabulary[] = vocabularies;
  const declared: readonly Noun[] = nouns;

  it.each(['scopes', 'problems'] as const)('are those that the descriptors declare, each once: %s', (part) => {
    const words = (of: readonly Vocabulary[]) => of.flatMap((it) => Object.keys(it[part] ?? {}));
    const listed = words(all);
    expect(new Set(listed).size).toBe(listed.length);
    // Sharing is the same for every noun, and no noun.
    expect([...words(declared), ...(part === 'scopes' ? ['access:manage'] : [])].sort()).toEqual(listed.sort());
  });
});
