import fc from 'fast-check';
import type { Principal } from '../access/access';
import {
  accessChange,
  firstAccess,
  firstAccessQuery,
  maySee,
  mayShare,
  type ObjectAccess,
  requestedAccess,
  sightOf,
  VISIBILITIES,
} from './object-access';

const who = (id: string, more: Partial<Principal> = {}): Principal => ({
  id,
  kind: 'user',
  role: 'viewer',
  scopes: [],
  groups: [],
  ...more,
});
const groups = fc.subarray(['red', 'blue', 'green']);
const object = fc.record({
  owner: fc.constantFrom('user:ada', 'user:bob'),
  visibility: fc.constantFrom(...VISIBILITIES),
  groups,
}) satisfies fc.Arbitrary<ObjectAccess>;
const caller = fc
  .record({
    id: fc.constantFrom('user:ada', 'user:bob', 'user:eve'),
    role: fc.constantFrom('viewer', 'editor', 'admin'),
    groups,
  })
  .map((it) => who(it.id, it));

describe('who sees an object', () => {
  it('is its owner, whatever is said of it', () => {
    fc.assert(fc.property(object, (it) => sightOf(it, who(it.owner))?.because === 'owner'));
  });

  it('is everybody, when the project does', () => {
    fc.assert(fc.property(object, caller, (it, one) => maySee({ ...it, visibility: 'project' }, one)));
  });

  it('is nobody but the owner and admins, when it is private, whatever groups are still named', () => {
    fc.assert(
      fc.property(
        object,
        caller,
        (it, one) => maySee({ ...it, visibility: 'private' }, one) === (one.id === it.owner || one.role === 'admin'),
      ),
    );
  });

  it('is a member of a named group, and the reason names the group', () => {
    const shared: ObjectAccess = { owner: 'user:ada', visibility: 'groups', groups: ['red', 'blue'] };
    expect(sightOf(shared, who('user:eve', { groups: ['green', 'blue'] }))).toEqual({
      because: 'group',
      group: 'blue',
    });
    expect(sightOf(shared, who('user:eve', { groups: ['green'], role: 'editor' }))).toBeNull();
  });

  it('grows with groups and role, never shrinks', () => {
    fc.assert(
      fc.property(
        object,
        caller,
        groups,
        (it, one, more) => !maySee(it, one) || maySee(it, { ...one, role: 'admin', groups: [...one.groups, ...more] }),
      ),
    );
  });

  it('is every service of ours, which acts for itself only in its own tasks', () => {
    expect(
      sightOf({ owner: 'user:ada', visibility: 'private', groups: [] }, who('service:cert', { kind: 'service' })),
    ).toEqual({ because: 'service' });
  });
});

describe('who may share it', () => {
  it('is its owner or an admin, and not everybody who sees it', () => {
    fc.assert(
      fc.property(object, caller, (it, one) => mayShare(it, one) === (one.id === it.owner || one.role === 'admin')),
    );
  });

  it('refuses groups that mean nothing and a sharing with no group', () => {
    expect(accessChange.safeParse({ visibility: 'private', groups: ['red'] }).success).toBe(false);
    expect(accessChange.safeParse({ visibility: 'groups' }).success).toBe(false);
    expect(accessChange.safeParse({ visibility: 'project', owner: 'service:cert' }).success).toBe(false);
    expect(accessChange.parse({ visibility: 'groups', groups: ['red'] })).toEqual({
      visibility: 'groups',
      groups: ['red'],
    });
  });
});

describe('the visibility in a registration', () => {
  const read = (query: object) => requestedAccess(firstAccess.parse(query));

  it('is nothing, or a visibility, with groups exactly when it is for groups', () => {
    expect(read({})).toBeUndefined();
    expect(read({ visibility: 'project' })).toEqual({ visibility: 'project', groups: [] });
    expect(read({ visibility: 'groups', groups: 'red,blue,red' })).toEqual({
      visibility: 'groups',
      groups: ['blue', 'red'],
    });
    for (const wrong of [
      { visibility: 'groups' },
      { groups: 'red' },
      { visibility: 'project', groups: 'red' },
      { visibility: 'groups', groups: '' },
      { visibility: 'groups', groups: 'red,,blue' },
      { visibility: 'groups', groups: 'x'.repeat(101) },
      { visibility: 'everybody' },
      { visibility: 'private', owner: 'user:bob' },
    ])
      expect(firstAccess.safeParse(wrong).success).toBe(false);
  });

  it('reads back what was written', () => {
    for (const said of [
      { visibility: 'private', groups: [] },
      { visibility: 'groups', groups: ['blue', 'red'] },
    ] as const)
      expect(read(firstAccessQuery({ ...said, groups: [...said.groups] }))).toEqual(said);
  });
});
