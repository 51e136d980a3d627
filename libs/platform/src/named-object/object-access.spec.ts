import type { ObjectAccess, Principal } from '@svc/contracts';
import { accessOfNew, accessState, sharedAccess } from './object-access';

const who = (id: string, role: Principal['role'] = 'editor'): Principal => ({
  id,
  kind: 'user',
  role,
  scopes: [],
  groups: [],
});
const ADA = who('user:ada');
const before: ObjectAccess = { owner: 'user:ada', visibility: 'groups', groups: ['red'] };
const change = { visibility: 'groups' as const, groups: ['red', 'blue', 'red'] };
const share = (by: Principal, ifMatch: string | undefined = accessState(before).etag) =>
  sharedAccess('metric "delay"', before, { change, ifMatch, who: by });
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('sharing an object', () => {
  it('is for its owner and admins, and names each group once', () => {
    for (const by of [ADA, who('user:root', 'admin')])
      expect(share(by)).toEqual({ owner: 'user:ada', visibility: 'groups', groups: ['blue', 'red'] });
    expect(() => share(who('user:bob'))).toThrow(code('forbidden'));
  });

  it('needs the tag of the sharing that was read', () => {
    expect(() => sharedAccess('metric "delay"', before, { change, ifMatch: undefined, who: ADA })).toThrow(
      code('precondition-required'),
    );
    expect(() => share(ADA, accessState({ ...before, groups: [] }).etag)).toThrow(code('precondition-failed'));
    expect(share(ADA, '*')).toMatchObject({ visibility: 'groups' });
  });

  it('hands it over only when that is said', () => {
    expect(sharedAccess('x', before, { change: { ...change, owner: 'user:bob' }, ifMatch: '*', who: ADA }).owner).toBe(
      'user:bob',
    );
  });
});

describe('a new object', () => {
  it('is its maker’s and the project’s', () =>
    expect(accessOfNew('delay', null, ADA)).toEqual({ owner: 'user:ada', visibility: 'project', groups: [] }));

  it('under a name with a history stays as that was seen, and is refused to who did not see it', () => {
    expect(accessOfNew('delay', before, ADA)).toEqual(before);
    expect(() => accessOfNew('delay', before, who('user:bob'))).toThrow(code('conflict'));
    expect(accessOfNew('delay', { ...before, visibility: 'project' }, who('user:bob'))).toEqual({
      owner: 'user:bob',
      visibility: 'project',
      groups: [],
    });
  });
});
