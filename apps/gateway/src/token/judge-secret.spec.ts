import fc from 'fast-check';
import { mayCall, ROLE_SCOPES, ROLES, SCOPES } from '@svc/contracts';
import { HeldFacts } from '../../test/held-facts';
import { sampleUser } from '../../test/sample-user';
import type { StoredUser } from '../user/user.ports';
import type { ApiToken } from './api-token';
import { JudgeSecret } from './judge-secret';
import { TokenDirectory } from './token-directory';
import { newTokenSecret } from './token-secret';
import { bearerFor, type FoundToken } from './token-standing';

const now = new Date('2026-03-01T10:00:00Z');
const past = new Date(now.getTime() - 1);

const aToken = (over: Partial<ApiToken> = {}): ApiToken => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'ci',
  owner: 'user:ada',
  role: 'editor',
  scopes: ROLE_SCOPES.editor,
  createdAt: past,
  createdBy: 'user:ada',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  ...over,
});
const aUser = (over: Partial<StoredUser> = {}): StoredUser =>
  sampleUser('ada', { name: 'Ada', groups: ['red'], createdAt: past, ...over });

/** A directory over one token, which counts what was asked of it and of the people. */
class Asked {
  tokens = 0;
  people = 0;
  at = now;
  readonly changed: (id: string) => Promise<void>;
  readonly judge: JudgeSecret;

  constructor(found: FoundToken | null, person: StoredUser | null) {
    const store = {
      byHash: () => {
        this.tokens += 1;
        return Promise.resolve(found);
      },
      byId: () => Promise.resolve(null),
      add: () => Promise.resolve(),
      addFirst: () => Promise.resolve(false),
      list: () => Promise.resolve([]),
      revoke: () => Promise.resolve(null),
      rotate: () => Promise.resolve(null),
      noteUse: () => Promise.resolve(),
    };
    const clock = { now: () => this.at };
    const tokens = new TokenDirectory(store, new HeldFacts(), clock);
    this.changed = (id) => tokens.changed(id);
    tokens.onModuleInit();
    const users = {
      find: () => {
        this.people += 1;
        return Promise.resolve(person);
      },
    };
    this.judge = new JudgeSecret(tokens, users, clock);
  }
}

describe('a person’s token', () => {
  it('is worth what the person is worth now, minus what it withholds, and says who speaks for them', async () => {
    const { judge } = new Asked(
      { token: aToken({ scopes: ['metric:write', 'metric:read'] }), secretUntil: null },
      aUser(),
    );
    expect(await judge.judge(newTokenSecret())).toMatchObject({
      kind: 'good',
      principal: {
        id: 'user:ada',
        kind: 'token',
        role: 'viewer',
        scopes: ['metric:read'],
        groups: ['red'],
        via: 'token:00000000-0000-4000-8000-000000000001',
      },
    });
  });

  it('never may more than the person, and never more than was given to it', () => {
    const role = fc.constantFrom(...ROLES);
    fc.assert(
      fc.property(role, role, fc.subarray([...SCOPES]), fc.constantFrom(...SCOPES), (given, has, scopes, scope) => {
        const token = aToken({ role: given, scopes: scopes.filter((it) => ROLE_SCOPES[given].includes(it)) });
        const bearer = bearerFor(token, aUser({ role: has }));
        if (bearer === null) return false;
        return (
          mayCall({ scope }, bearer) === (ROLE_SCOPES[has].includes(scope) && token.scopes.includes(scope)) &&
          ROLES.indexOf(bearer.role) === Math.min(ROLES.indexOf(given), ROLES.indexOf(has))
        );
      }),
    );
  });

  it.each([
    ['disabled', aUser({ disabled: true })],
    ['unknown here', null],
  ])('is nothing once they are %s', async (_, person) => {
    expect(await new Asked({ token: aToken(), secretUntil: null }, person).judge.judge(newTokenSecret())).toEqual({
      kind: 'disabled',
    });
  });
});

describe('a secret that is no good', () => {
  it.each<[string, FoundToken | null]>([
    ['unknown', null],
    ['expired', { token: aToken({ expiresAt: now }), secretUntil: null }],
    ['revoked', { token: aToken({ revokedAt: past }), secretUntil: null }],
    ['replaced', { token: aToken(), secretUntil: now }],
  ])('costs one lookup and is not remembered: %s', async (kind, found) => {
    const asked = new Asked(found, aUser());
    const secret = newTokenSecret();
    expect([await asked.judge.judge(secret), await asked.judge.judge(secret)]).toEqual([{ kind }, { kind }]);
    expect([asked.tokens, asked.people]).toEqual([2, 0]);
  });

  it('that has wrong check digits costs none', async () => {
    const asked = new Asked(null, null);
    expect(await asked.judge.judge(`${newTokenSecret()}0`)).toEqual({ kind: 'unknown' });
    expect(asked.tokens).toBe(0);
  });
});

describe('a token that works', () => {
  it('is known until it changes', async () => {
    const asked = new Asked({ token: aToken(), secretUntil: null }, aUser());
    const secret = newTokenSecret();
    for (const _ of [1, 2]) await asked.judge.judge(secret);
    expect(asked.tokens).toBe(1);
    await asked.changed(aToken().id);
    await asked.judge.judge(secret);
    expect(asked.tokens).toBe(2);
  });

  it('under its former secret, stops in time also when it is remembered', async () => {
    const found = { token: aToken(), secretUntil: new Date(now.getTime() + 1) };
    const asked = new Asked(found, aUser());
    const secret = newTokenSecret();
    expect(await asked.judge.judge(secret)).toMatchObject({ kind: 'good' });
    asked.at = found.secretUntil;
    expect([await asked.judge.judge(secret), asked.tokens]).toEqual([{ kind: 'replaced' }, 1]);
  });
});
