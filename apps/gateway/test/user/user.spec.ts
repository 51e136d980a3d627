import { execute, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Browser } from '../browser';
import { gatewayForTests } from '../gateway-harness';
import { LocalPeople, MANY_SIGN_IN, PASSWORD } from '../local-people';
import { addPerson } from '../people';

const harness = gatewayForTests(MANY_SIGN_IN);
const people = new LocalPeople(harness);

const told = z.object({
  login: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  source: z.string(),
  role: z.string(),
  groups: z.array(z.string()),
  disabled: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  etag: z.string(),
});
const make = (login: string, more: object = {}, token?: string): Promise<Response> =>
  harness.call('POST', '/api/users', {
    body: { login, name: login, password: PASSWORD, ...more },
    ...(token === undefined ? {} : { token }),
  });
const read = async (login: string): Promise<z.output<typeof told>> =>
  told.parse(await (await harness.call('GET', `/api/users/${login}`)).json());
const put = async (
  login: string,
  change: object,
  send: (path: string, body: object, etag: string) => Promise<Response> = asAdmin,
): Promise<Response> => {
  const { name, email, role, groups, disabled, etag } = await read(login);
  return send(`/api/users/${login}`, { name, email, role, groups, disabled, ...change }, etag);
};
const asAdmin = (path: string, body: object, etag: string): Promise<Response> =>
  harness.call('PUT', path, { body, headers: { 'if-match': `"${etag}"` } });
const asBrowser = (browser: Browser) => (path: string, body: object, etag: string) =>
  browser.send('PUT', path, { body, headers: { 'sec-fetch-site': 'same-origin', 'if-match': `"${etag}"` } });

describe('a user', () => {
  it('is made once, also by two admins at the same moment, and is told without anything of the password', async () => {
    const both = await Promise.all([make('ada', { groups: ['red', 'red'] }), make('ada')]);
    expect(both.map((it) => it.status).sort()).toEqual([201, 409]);
    const made = both.find((it) => it.status === 201);
    expect(made?.headers.get('location')).toBe('/api/users/ada');
    const text = JSON.stringify(await read('ada'));
    expect(text).not.toMatch(/scrypt|password|correct/);
    expect((await make('ada')).status).toBe(409);
  });

  it('keeps a password as a scrypt hash with a salt of its own', async () => {
    await Promise.all(['salt-1', 'salt-2'].map((it) => make(it)));
    const source = harness.gateway.app.get(DataSource);
    const hashes = await Promise.all(
      ['salt-1', 'salt-2'].map((it) =>
        queryRow(
          source,
          z.object({ password_hash: z.string() }),
          'SELECT password_hash FROM user_account WHERE login = $1',
          [it],
        ),
      ),
    );
    expect(hashes.every((it) => /^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/.test(it?.password_hash ?? ''))).toBe(
      true,
    );
    expect(new Set(hashes.map((it) => it?.password_hash)).size).toBe(2);
  });

  it.each(['Ada', 'ada lovelace', '-ada', 'ada\n', 'ädä', '../ada', 'a'.repeat(101), ''])(
    'cannot have the login %j',
    async (login) => {
      expect((await make(login)).status).toBe(400);
    },
  );

  it('cannot have a password under 15 characters, nor a member that nobody asked for', async () => {
    expect((await make('short', { password: 'fourteen chars' })).status).toBe(400);
    expect((await make('more', { disabled: false })).status).toBe(400);
    expect((await make('more', { subject: { issuer: 'x', sub: 'y' } })).status).toBe(400);
  });

  it('is listed by login, page by page', async () => {
    await Promise.all(['page-3', 'page-1', 'page-2'].map((it) => addPerson(harness, it)));
    const page = z.object({ items: z.array(told), next_cursor: z.string().nullable() });
    const all: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = page.parse(
        await (await harness.call('GET', `/api/users?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)).json(),
      );
      all.push(...answer.items.map((it) => it.login));
      cursor = answer.next_cursor;
    }
    expect(all).toEqual([...all].sort());
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(['page-1', 'page-2', 'page-3']));
  });

  it('that there is not is 404, for those who manage users', async () => {
    expect((await harness.call('GET', '/api/users/nobody')).status).toBe(404);
    expect(
      (await asAdmin('/api/users/nobody', { name: 'x', email: null, role: 'viewer', groups: [], disabled: false }, 'x'))
        .status,
    ).toBe(404);
    expect((await harness.call('PUT', '/api/users/nobody/password', { body: { password: PASSWORD } })).status).toBe(
      404,
    );
  });
});

describe('changing a user', () => {
  it('needs the entity tag that was read, which being seen does not change', async () => {
    await make('grace');
    const { etag } = await read('grace');
    const body = {
      name: 'Grace Hopper',
      email: 'grace@example.org',
      role: 'viewer',
      groups: ['navy'],
      disabled: false,
    };
    expect((await harness.call('PUT', '/api/users/grace', { body })).status).toBe(428);
    await execute(
      harness.gateway.app.get(DataSource),
      "UPDATE user_account SET last_seen_at = now() WHERE login = 'grace'",
    );
    expect((await read('grace')).etag).toBe(etag);
    const changed = await asAdmin('/api/users/grace', body, etag);
    expect([changed.status, await changed.json()]).toMatchObject([200, { ...body, source: 'local' }]);
    expect((await asAdmin('/api/users/grace', body, etag)).status).toBe(412);
  });

  it('made by two at once succeeds for one', async () => {
    await make('twice');
    const { etag } = await read('twice');
    const wanted = (name: string) => ({ name, email: null, role: 'viewer', groups: [], disabled: false });
    const both = await Promise.all([
      asAdmin('/api/users/twice', wanted('A'), etag),
      asAdmin('/api/users/twice', wanted('B'), etag),
    ]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 412]);
  });

  it('never lets admins disable or demote themselves, so that there is always one', async () => {
    await make('root', { role: 'admin' });
    const root = asBrowser(await people.signedIn('root'));
    expect((await put('root', { disabled: true }, root)).status).toBe(409);
    expect((await put('root', { role: 'viewer' }, root)).status).toBe(409);
    expect((await put('root', { name: 'The Root', groups: ['ops'] }, root)).status).toBe(200);
  });

  it('leaves role and groups of people of an identity provider to it; disabling them is ours', async () => {
    await addPerson(harness, 'sso', { subject: { issuer: 'https://idp.example.org', sub: '1' }, groups: ['red'] });
    expect((await put('sso', { role: 'admin' })).status).toBe(409);
    expect((await put('sso', { groups: ['red', 'blue'] })).status).toBe(409);
    expect((await put('sso', { disabled: true })).status).toBe(200);
    expect((await harness.call('PUT', '/api/users/sso/password', { body: { password: PASSWORD } })).status).toBe(409);
  });

  it('is for those who manage users; a token that withholds a scope cannot get at it through a user it makes or takes over', async () => {
    const token = z.object({ secret: z.string() });
    const limited = token.parse(
      await (
        await harness.call('POST', '/api/tokens', { body: { name: 'x', role: 'admin', scopes: ['user:manage'] } })
      ).json(),
    ).secret;
    expect((await make('through', { role: 'admin' }, limited)).status).toBe(403);
    expect((await make('through', {}, limited)).status).toBe(403);
    await make('boss', { role: 'admin' });
    expect(
      (await harness.call('PUT', '/api/users/boss/password', { token: limited, body: { password: PASSWORD } })).status,
    ).toBe(403);
    const asLimited = (path: string, body: object, etag: string) =>
      harness.call('PUT', path, { body, token: limited, headers: { 'if-match': `"${etag}"` } });
    expect((await put('boss', { disabled: true }, asLimited)).status).toBe(403);
    expect((await put('boss', { name: 'The Boss' }, asLimited)).status).toBe(200);
    await make('plain');
    const plain = await people.signedIn('plain');
    expect((await plain.send('GET', '/api/users')).status).toBe(403);
    expect((await put('boss', { disabled: true }, asBrowser(plain))).status).toBe(403);
  });
});

describe('a password', () => {
  it('is changed by its owner, who names the current one; every session of theirs ends', async () => {
    await make('owner');
    const [here, there] = [await people.signedIn('owner'), await people.signedIn('owner')];
    const change = (body: object) => here.send('PUT', '/api/users/owner/password', { body });
    expect((await change({ password: 'another long password' })).status).toBe(403);
    expect((await change({ password: 'another long password', current: 'not the current one' })).status).toBe(403);
    expect((await there.send('GET', '/api/me')).status).toBe(200);
    expect((await change({ password: 'another long password', current: PASSWORD })).status).toBe(204);
    for (const browser of [here, there]) expect((await browser.send('GET', '/api/me')).status).toBe(401);
    expect((await here.signIn('owner', PASSWORD)).status).toBe(401);
    expect((await here.signIn('owner', 'another long password')).status).toBe(201);
  });

  it('cannot be guessed by whoever finds a browser open', async () => {
    await make('open');
    const browser = await people.signedIn('open');
    const guess = () =>
      browser.send('PUT', '/api/users/open/password', {
        body: { password: 'another long password', current: 'a guess' },
      });
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  });

  it('of somebody else is for admins; others learn not even whether there is such a user', async () => {
    await Promise.all([make('mallory'), make('victim')]);
    const mallory = await people.signedIn('mallory');
    const refusals = await Promise.all(
      ['victim', 'nobody-at-all'].map(async (login) => {
        const answer = await mallory.send('PUT', `/api/users/${login}/password`, { body: { password: PASSWORD } });
        return [answer.status, { ...z.looseObject({}).parse(await answer.json()), trace_id: '' }];
      }),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]?.[0]).toBe(403);
    const victim = await people.signedIn('victim');
    expect(
      (await harness.call('PUT', '/api/users/victim/password', { body: { password: 'set by an admin now' } })).status,
    ).toBe(204);
    expect((await victim.send('GET', '/api/me')).status).toBe(401);
    expect((await victim.signIn('victim', 'set by an admin now')).status).toBe(201);
  });

  it('is the same however a keyboard composes its letters', async () => {
    const composed = 'caf\u00e9 au lait, s\u2019il vous pla\u00eet';
    await make('accent', { password: composed });
    expect((await new Browser(harness.gateway).signIn('accent', composed.normalize('NFD'))).status).toBe(201);
  });
});
