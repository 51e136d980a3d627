import { connect as dial } from 'node:net';
import { join } from 'node:path';
import { ROLE_SCOPES } from '@svc/contracts';
import { type BootedService, queryRow } from '@svc/platform';
import { eventually, scratchDirectory, startPostgres } from '@svc/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Browser } from '../browser';
import { gatewayForTests } from '../gateway-harness';
import { LocalPeople, MANY_SIGN_IN, PASSWORD } from '../local-people';

const harness = gatewayForTests(MANY_SIGN_IN);
const people = new LocalPeople(harness);

const sessionsOf = async (login: string) =>
  (
    await queryRow(
      harness.gateway.app.get(DataSource),
      z.object({ n: z.coerce.number() }),
      'SELECT count(*) AS n FROM session WHERE login = $1',
      [login],
    )
  )?.n;
const me = async (browser: Browser, at?: BootedService) =>
  (await browser.send('GET', '/api/me', at === undefined ? {} : { at })).status;

describe('a session', () => {
  it('is new at every sign-in: a cookie that came along is never taken over, and its session is over', async () => {
    const login = await people.add();
    const browser = new Browser(harness.gateway);
    const planted = 'A'.repeat(43);
    browser.jar(new URL(harness.gateway.url)).set('svc_session', planted);
    expect((await browser.signIn(login, PASSWORD)).status).toBe(201);
    const first = browser.session;
    expect(first).not.toBe(planted);
    expect((await browser.signIn(login, PASSWORD)).status).toBe(201);
    expect(browser.session).not.toBe(first);
    const thief = new Browser(harness.gateway);
    for (const secret of [planted, first ?? '']) {
      thief.jar(new URL(harness.gateway.url)).set('svc_session', secret);
      expect(await me(thief)).toBe(401);
    }
    expect(await sessionsOf(login)).toBe(1);
  });

  it('ends when its browser signs out, in every replica, and no other', async () => {
    const login = await people.add();
    const other = await harness.replica();
    const [here, there] = [await people.signedIn(login), await people.signedIn(login)];
    const secret = here.session ?? '';
    const answer = await here.send('DELETE', '/api/session');
    expect([answer.status, await answer.json()]).toEqual([200, { ended: 1, provider_logout: null }]);
    expect(answer.headers.getSetCookie()).toEqual(['svc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
    here.jar(new URL(other.url)).set('svc_session', secret);
    expect(await me(here, other)).toBe(401);
    expect(await me(there)).toBe(200);
    expect((await here.send('DELETE', '/api/session')).status).toBe(401);
    await other.stop();
  });

  it('is over before a repeated sign-out is told so, whose first attempt died before every replica knew', async () => {
    const login = await people.add();
    const other = await harness.replica();
    const browser = await people.signedIn(login);
    browser.jar(new URL(other.url)).set('svc_session', browser.session ?? '');
    expect(await me(browser, other)).toBe(200);
    await people.sql('DELETE FROM session WHERE login = $1', [login]);
    // What it answers depends on whether this replica had a lease itself.
    expect([200, 401]).toContain((await browser.send('DELETE', '/api/session')).status);
    expect(await me(browser, other)).toBe(401);
    await other.stop();
  });

  it('ends with all others of its person when they sign out everywhere, and nobody else’s', async () => {
    const [login, bystander] = [await people.add(), await people.add()];
    const browsers = await Promise.all([people.signedIn(login), people.signedIn(login), people.signedIn(login)]);
    const untouched = await people.signedIn(bystander);
    const [first] = browsers;
    expect(await (await first.send('DELETE', '/api/session?everywhere=true')).json()).toMatchObject({ ended: 3 });
    expect(await Promise.all(browsers.map((it) => me(it)))).toEqual([401, 401, 401]);
    expect(await me(untouched)).toBe(200);
  });

  it('ends in every replica as soon as its person is disabled, and does not come back with them', async () => {
    const login = await people.add();
    const other = await harness.replica();
    const browser = await people.signedIn(login);
    browser.jar(new URL(other.url)).set('svc_session', browser.session ?? '');
    expect([await me(browser), await me(browser, other)]).toEqual([200, 200]);
    const set = async (disabled: boolean) =>
      harness.call('PUT', `/api/users/${login}`, {
        body: { name: login, email: null, role: 'viewer', groups: [], disabled },
        headers: { 'if-match': '"*"' },
      });
    expect((await set(true)).status).toBe(200);
    expect(await me(browser, other)).toBe(401);
    expect((await browser.signIn(login, PASSWORD)).status).toBe(401);
    expect((await set(false)).status).toBe(200);
    browser.jar(new URL(harness.gateway.url)).set('svc_session', browser.session ?? '');
    expect(await me(browser)).toBe(401);
    expect((await browser.signIn(login, PASSWORD)).status).toBe(201);
    await other.stop();
  });

  it('carries the role that its person has now, in every replica', async () => {
    const login = await people.add({ role: 'admin', groups: ['red'] });
    const other = await harness.replica();
    const browser = await people.signedIn(login, other);
    expect((await browser.send('GET', '/api/users')).status).toBe(200);
    await harness.call('PUT', `/api/users/${login}`, {
      body: { name: login, email: null, role: 'viewer', groups: [], disabled: false },
      headers: { 'if-match': '"*"' },
    });
    await eventually(async () => (await browser.send('GET', '/api/users')).status === 403);
    expect(await (await browser.send('GET', '/api/me')).json()).toMatchObject({
      role: 'viewer',
      groups: [],
      scopes: ROLE_SCOPES.viewer,
    });
    await other.stop();
  });

  it.each([
    ['was not used for twelve hours', "seen_at = now() - interval '12 hours'"],
    ['is a week old, however much it is used', "expires_at = now() - interval '1 second'"],
  ])('is over when it %s', async (_, set) => {
    const login = await people.add();
    const browser = await people.signedIn(login);
    await people.sql(`UPDATE session SET ${set} WHERE login = $1`, [login]);
    expect((await browser.send('GET', '/api/session')).status).toBe(401);
  });

  it('lasts while it is used', async () => {
    const login = await people.add();
    const browser = await people.signedIn(login);
    await people.sql("UPDATE session SET seen_at = now() - interval '11 hours' WHERE login = $1", [login]);
    expect(await me(browser)).toBe(200);
    const seen = await queryRow(
      harness.gateway.app.get(DataSource),
      z.object({ fresh: z.boolean() }),
      "SELECT seen_at > now() - interval '1 minute' AS fresh FROM session WHERE login = $1",
      [login],
    );
    expect(seen?.fresh).toBe(true);
  });

  it('is not what a token is: with both, the token speaks, and a session is not found', async () => {
    const browser = await people.signedIn(await people.add());
    const headers = { authorization: `Bearer ${harness.admin}` };
    expect(await (await browser.send('GET', '/api/me', { headers })).json()).toMatchObject({
      kind: 'token',
      role: 'admin',
    });
    expect((await browser.send('GET', '/api/session', { headers })).status).toBe(404);
    expect((await browser.send('GET', '/api/me', { headers: { authorization: 'Bearer svc_pat_wrong' } })).status).toBe(
      401,
    );
  });
});

describe('while Postgres is away', () => {
  it('nobody signs in and no session is told from none: 503, and the browser keeps its cookie', async () => {
    const fresh = await startPostgres({ fsync: false });
    const at = await harness.replica({
      SVC_POSTGRES_URL: fresh.url,
      SVC_BOOTSTRAP_TOKEN_FILE: join(scratchDirectory('token'), 'token'),
    });
    await fresh.stop();
    const browser = new Browser(at);
    browser.jar(new URL(at.url)).set('svc_session', 'A'.repeat(43));
    for (const answer of [
      await browser.send('GET', '/api/me'),
      await browser.signIn('ada', PASSWORD),
      await new Browser(at).signIn('ada', PASSWORD),
    ]) {
      expect([answer.status, answer.headers.has('retry-after'), answer.headers.getSetCookie()]).toEqual([
        503,
        true,
        [],
      ]);
    }
    await at.stop();
  });
});

describe('a cookie that is worth nothing', () => {
  it('is forgotten by the browser, is no session anywhere, and keeps nobody from signing in again', async () => {
    const login = await people.add();
    const browser = await people.signedIn(login);
    await people.sql('DELETE FROM session WHERE login = $1', [login]);
    const headers = { cookie: `svc_session=${browser.session ?? ''}`, 'sec-fetch-site': 'same-origin' };
    const refused = await fetch(new URL('/api/me', harness.gateway.url), { headers });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([
      401,
      ['svc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'],
    ]);
    expect((await fetch(new URL('/api/session/ways', harness.gateway.url), { headers })).status).toBe(200);
    const answer = await browser.signIn(login, PASSWORD);
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie().filter((it) => it.startsWith('svc_session='))).toHaveLength(1);
  });

  it.each([
    [
      'ten of the same name, one of them good',
      (good: string) => [...Array.from({ length: 9 }, () => 'svc_session=x'), `svc_session=${good}`].join('; '),
    ],
    ['the same good one twice', (good: string) => `svc_session=${good}; svc_session=${good}`],
    ['quoted', (good: string) => `svc_session="${good}"`],
    ['with more behind it', (good: string) => `svc_session=${good}x`],
    ['empty', () => 'svc_session='],
    ['with percent signs', (good: string) => `svc_session=${good.slice(0, 40)}%0d%0aset-cookie:x`],
    ['of 8,000 letters', () => `svc_session=${'A'.repeat(8_000)}`],
    ['of another case', (good: string) => `SVC_SESSION=${good}`],
    ['behind a space in its name', (good: string) => `x svc_session=${good}`],
  ])('is one that is %s', async (_, cookie) => {
    const browser = await people.signedIn(await people.add());
    const answer = await fetch(new URL('/api/me', harness.gateway.url), {
      headers: { cookie: cookie(browser.session ?? '') },
    });
    expect(answer.status).toBe(401);
    expect(await me(browser)).toBe(200);
  });

  it('among a hundred of others that are none of ours does not get in the way', async () => {
    const browser = await people.signedIn(await people.add());
    const others = Array.from({ length: 100 }, (_, at) => `c${at}=${at}`).join('; ');
    expect(
      (
        await fetch(new URL('/api/me', harness.gateway.url), {
          headers: { cookie: `${others}; =; ;; svc_session=${browser.session ?? ''}; x` },
        })
      ).status,
    ).toBe(200);
  });

  it('that ends a line or is larger than headers may be is refused before it is read', async () => {
    const url = new URL(harness.gateway.url);
    const raw = (cookie: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = dial(Number(url.port), url.hostname, () =>
          socket.end(`GET /api/me HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`),
        );
        socket.on('data', (data: Buffer) => resolve(data.toString())).on('error', reject);
      });
    expect(await raw('svc_session=a\nb\0c')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`svc_session=${'A'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
  });
});
