import { z } from 'zod';
import { eventually } from '@svc/testing';
import { gatewayForTests } from '../gateway-harness';
import { addPerson, addToken } from '../people';

const harness = gatewayForTests();
beforeAll(async () => {
  await addPerson(harness, 'ada', { role: 'editor', groups: ['red'] });
  await addPerson(harness, 'bob', { role: 'viewer' });
});

const made = z.looseObject({
  id: z.string(),
  secret: z.string(),
  owner: z.string().nullable(),
  role: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
});
const make = async (token: string, body: object): Promise<z.output<typeof made>> =>
  made.parse(await (await harness.call('POST', '/api/tokens', { token, body })).json());
const me = async (token: string, at = harness.gateway) => harness.call('GET', '/api/me', { token, at });
const listed = async (token: string): Promise<string[]> => {
  const answer = z
    .object({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse(await (await harness.call('GET', '/api/tokens', { token })).json());
  return answer.items.map((it) => it.id);
};
const rotate = (id: string, token: string, overlap_minutes = 0) =>
  harness.call('POST', `/api/tokens/${id}/rotate`, { token, body: { overlap_minutes } });
const user = z.looseObject({
  name: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  groups: z.array(z.string()),
  disabled: z.boolean(),
  etag: z.string(),
});
/** As an admin does it. */
const change = async (
  login: string,
  what: { readonly disabled?: boolean; readonly role?: 'viewer' | 'editor'; readonly groups?: readonly string[] },
): Promise<void> => {
  const { name, email, role, groups, disabled, etag } = user.parse(
    await (await harness.call('GET', `/api/users/${login}`)).json(),
  );
  const changed = await harness.call('PUT', `/api/users/${login}`, {
    body: { name, email, role, groups, disabled, ...what },
    headers: { 'if-match': `"${etag}"` },
  });
  expect(changed.status).toBe(200);
};

describe('a token that a person makes', () => {
  it('is theirs, whichever token of theirs makes it, and speaks for them', async () => {
    const first = await addToken(harness, 'ada', { role: 'editor' });
    const second = await make(first.secret, { name: 'laptop', role: 'viewer', scopes: ['metric:read', 'token:own'] });
    const third = await make(second.secret, { name: 'script', role: 'viewer', scopes: ['metric:read'] });
    expect([second.owner, third.owner]).toEqual(['user:ada', 'user:ada']);
    expect(await (await me(third.secret)).json()).toEqual({
      id: 'user:ada',
      kind: 'token',
      role: 'viewer',
      scopes: ['metric:read'],
      groups: ['red'],
      via: `token:${third.id}`,
    });
  });

  it('ends with the token that made it at the latest', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const short = await addToken(harness, 'ada', { role: 'editor', expiresAt });
    expect((await make(short.secret, { name: 'longer', expires_in_days: 30 })).expires_at).toBe(
      expiresAt.toISOString(),
    );
  });

  it('follows its owner’s role and groups, and stops everywhere when they are disabled', async () => {
    await addPerson(harness, 'eve', { role: 'editor', groups: ['red'] });
    const { secret } = await addToken(harness, 'eve', { role: 'editor' });
    const other = await harness.replica();
    for (const at of [harness.gateway, other])
      expect(await (await me(secret, at)).json()).toMatchObject({ role: 'editor', groups: ['red'] });
    await change('eve', { role: 'viewer', groups: ['blue'] });
    await eventually(async () => JSON.stringify(await (await me(secret, other)).json()).includes('blue'));
    expect(await (await me(secret, other)).json()).toMatchObject({
      role: 'viewer',
      groups: ['blue'],
      scopes: expect.not.arrayContaining(['metric:write']),
    });
    await change('eve', { disabled: true });
    const refused = await me(secret);
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { data: { token: 'disabled' }, detail: expect.stringContaining('revoked') },
    ]);
    await eventually(async () => (await me(secret, other)).status === 401);
  });
});

describe('the tokens that one sees', () => {
  it('are one’s own; a stranger’s id is as good as none', async () => {
    const [ada, bob] = [
      await addToken(harness, 'ada', { role: 'editor' }),
      await addToken(harness, 'bob', { role: 'viewer' }),
    ];
    expect(await listed(ada.secret)).toContain(ada.id);
    expect(await listed(ada.secret)).not.toContain(bob.id);
    const answers = await Promise.all([
      harness.call('DELETE', `/api/tokens/${bob.id}`, { token: ada.secret }),
      harness.call('DELETE', '/api/tokens/00000000-0000-4000-8000-000000000000', { token: ada.secret }),
      rotate(bob.id, ada.secret),
      rotate('00000000-0000-4000-8000-000000000000', ada.secret),
    ]);
    expect(answers.map((it) => it.status)).toEqual([404, 404, 404, 404]);
    const bodies = await Promise.all(
      answers.map(async (it) =>
        JSON.stringify({ ...z.record(z.string(), z.unknown()).parse(await it.json()), trace_id: null }),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
    expect((await me(bob.secret)).status).toBe(200);
  });

  it('are everybody’s with token:manage, which revokes them, but never renews a secret that speaks for somebody else', async () => {
    const bob = await addToken(harness, 'bob', { role: 'viewer' });
    expect(await listed(harness.admin)).toEqual(expect.arrayContaining([bob.id]));
    expect((await rotate(bob.id, harness.admin)).status).toBe(403);
    expect((await me(bob.secret)).status).toBe(200);
    expect((await harness.call('DELETE', `/api/tokens/${bob.id}`)).status).toBe(200);
  });

  it('are, for a machine, itself and what it made', async () => {
    const machine = await addToken(harness, null, { role: 'viewer', scopes: ['token:own', 'metric:read'] });
    const child = await make(machine.secret, { name: 'child', scopes: ['metric:read'] });
    expect(child.owner).toBeNull();
    expect((await listed(machine.secret)).sort()).toEqual([machine.id, child.id].sort());
    expect((await harness.call('DELETE', `/api/tokens/${child.id}`, { token: machine.secret })).status).toBe(200);
  });
});

describe('rotation', () => {
  it('gives the same token a new secret; the old one works for the overlap, in every replica, and not without one', async () => {
    const other = await harness.replica();
    const token = await addToken(harness, 'ada', { role: 'editor' });
    for (const at of [harness.gateway, other]) expect((await me(token.secret, at)).status).toBe(200);
    const renewed = made.parse(await (await rotate(token.id, token.secret, 5)).json());
    expect(renewed.id).toBe(token.id);
    for (const secret of [token.secret, renewed.secret])
      expect(await (await me(secret, other)).json()).toMatchObject({ via: `token:${token.id}` });
    const again = made.parse(await (await rotate(token.id, renewed.secret)).json());
    // Of two in a row the secret before the last is over at once, and so is the last one without an overlap.
    for (const secret of [token.secret, renewed.secret]) {
      for (const at of [harness.gateway, other]) await eventually(async () => (await me(secret, at)).status === 401);
    }
    const refused = z.looseObject({ data: z.unknown() }).parse(await (await me(renewed.secret)).json());
    expect(refused.data).toEqual({ token: 'replaced' });
    expect((await me(again.secret, other)).status).toBe(200);
  });

  it('is refused to a token that is revoked or over', async () => {
    const [revoked, over] = [
      await addToken(harness, 'ada'),
      await addToken(harness, 'ada', { expiresAt: new Date(Date.now() - 1) }),
    ];
    await harness.call('DELETE', `/api/tokens/${revoked.id}`);
    expect([(await rotate(revoked.id, harness.admin)).status, (await rotate(over.id, harness.admin)).status]).toEqual([
      409, 409,
    ]);
  });

  it('hands nobody a secret that may do more than they may, and lets every token renew itself', async () => {
    const [strong, weak] = [
      await addToken(harness, 'ada', { role: 'editor' }),
      await addToken(harness, 'ada', { role: 'viewer', scopes: ['token:own'] }),
    ];
    const manager = await addToken(harness, null, { scopes: ['token:own', 'token:manage'] });
    expect([(await rotate(strong.id, weak.secret)).status, (await rotate(strong.id, manager.secret)).status]).toEqual([
      403, 403,
    ]);
    expect((await me(strong.secret)).status).toBe(200);
    expect([(await rotate(weak.id, strong.secret)).status, (await rotate(strong.id, strong.secret)).status]).toEqual([
      200, 200,
    ]);
  });
});
