import type { ObjectAccess, Principal, SaidAccess } from '@svc/contracts';
import {
  accessOfExisting,
  accessOfNew,
  accessState,
  FOR_PROJECT,
  type Registering,
  sharedAccess,
} from './object-access';

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
  const made = (
    past: ObjectAccess | null,
    by: Principal,
    more: Pick<Registering, 'said' | 'otherwise'> = {},
  ): ObjectAccess => accessOfNew('delay', past, { what: 'metric "delay"', who: by, ...more });
  const RED = { visibility: 'groups' as const, groups: ['red'] };
  const OPEN: ObjectAccess = { ...before, ...FOR_PROJECT };

  it('is private to its maker unless its registration says otherwise', () => {
    const mine = { owner: 'user:ada' };
    expect(made(null, ADA)).toEqual({ ...mine, visibility: 'private', groups: [] });
    expect(made(null, ADA, { said: FOR_PROJECT })).toEqual({ ...mine, ...FOR_PROJECT });
    expect(made(null, ADA, { said: RED })).toEqual({ ...mine, ...RED });
    expect(made(null, who('user:root', 'admin'))).toMatchObject({ owner: 'user:root', visibility: 'private' });
  });

  it('is the project’s when it comes from there, unless its registration says otherwise', () => {
    expect(made(null, ADA, { otherwise: FOR_PROJECT })).toMatchObject(FOR_PROJECT);
    expect(made(null, ADA, { otherwise: FOR_PROJECT, said: RED })).toMatchObject(RED);
  });

  it('under a name with a history keeps its visibility, and is refused to those who did not see it', () => {
    expect(made(before, ADA)).toEqual(before);
    expect(made(before, ADA, { otherwise: FOR_PROJECT })).toEqual(before);
    expect(() => made(before, who('user:bob'))).toThrow(code('conflict'));
    expect(made(OPEN, who('user:bob'))).toEqual({ owner: 'user:bob', visibility: 'private', groups: [] });
    expect(made(OPEN, who('user:bob'), { said: FOR_PROJECT })).toEqual({ owner: 'user:bob', ...FOR_PROJECT });
  });

  it('under a name with a hidden history is opened only by its owner and admins', () => {
    const member = { ...who('user:eve'), groups: ['red'] };
    expect(() => made(before, member, { said: FOR_PROJECT })).toThrow(code('invalid-request'));
    expect(made(before, member, { said: RED })).toEqual(before);
    for (const by of [ADA, who('user:root', 'admin')])
      expect(made(before, by, { said: FOR_PROJECT })).toEqual({ owner: 'user:ada', ...FOR_PROJECT });
  });

  it('is what a registration speaks of: of one that exists it may only say what holds', () => {
    const again = (said?: SaidAccess) => accessOfExisting(before, { what: 'metric "delay"', said });
    expect([again(), again(RED)]).toEqual([before, before]);
    for (const said of [FOR_PROJECT, { ...RED, groups: ['red', 'blue'] }])
      expect(() => again(said)).toThrow(
        expect.objectContaining({
          code: 'invalid-request',
          facts: expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/query/visibility' })] }),
        }),
      );
  });
});
