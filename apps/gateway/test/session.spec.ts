import { connect as dial } from 'node:net';
import { join } from 'node:path';
import { ROLE_SCOPES } from '@svc/contracts';
import { type BootedService, execute, queryRow } from '@svc/platform';
import { scratchDirectory } from '@svc/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { hashPassword } from '../src/user/password-hash';
import { type StoredUser, USER_STORE, type UserStore } from '../src/user/user.ports';
import { Browser } from './browser';
import { eventually, type GatewayHarness, startGateway } from './gateway-harness';

const PASSWORD = 'correct horse battery';
let harness: GatewayHarness;
let hash: string;
beforeAll(async () => {
  [harness, hash] = await Promise.all([startGateway({ SVC_RATE_LIMIT_ANONYMOUS: '100000', SVC_SIGN_IN_ATTEMPTS_ADDRESS: '1000' }), hashPassword(PASSWORD)]);
});
afterAll(() => harness.close());

let people = 0;
/** A local user nobody else uses. */
async function person(more: Partial<StoredUser> = {}): Promise<string> {
  people += 1;
  const login = `person-${people}`;
  const user: StoredUser = { login, name: login, email: null, subject: null, role: 'viewer', groups: [], disabled: false, createdAt: new Date(), lastSeenAt: null, ...more };
  await harness.gateway.app.get<UserStore>(USER_STORE).add(user, user.subject === null ? hash : null);
  return login;
}
async function signedIn(login: string, at: BootedService = harness.gateway): Promise<Browser> {
  const browser = new Browser(at);
  expect((await browser.signIn(login, PASSWORD)).status).toBe(201);
  return browser;
}
const sql = (text: string, values: readonly unknown[] = []) => execute(harness.gateway.app.get(DataSource), text, values);
const sessionsOf = async (login: string) => (await queryRow(harness.gateway.app.get(DataSource), z.object({ n: z.coerce.number() }), 'SELECT count(*) AS n FROM session WHERE login = $1', [login]))?.n;
const begun = z.strictObject({ principal: z.looseObject({ id: z.string(), via: z.string() }), expires_at: z.string() });
const me = async (browser: Browser, at?: BootedService) => (await browser.send('GET', '/api/me', at === undefined ? {} : { at })).status;
const wordsOf = async (answer: Response) => [answer.status, { ...z.looseObject({}).parse(await answer.json()), trace_id: '' }];

describe('signing in by password', () => {
  it('begins a session that says who they are and what they may, in a cookie that no script reads', async () => {
    const login = await person({ role: 'editor', groups: ['red'] });
    const browser = new Browser(harness.gateway);
    const answer = await browser.signIn(login, PASSWORD);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^svc_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { principal } = begun.parse(await answer.json());
    expect(principal).toEqual({ id: `user:${login}`, kind: 'user', role: 'editor', scopes: ROLE_SCOPES.editor, groups: ['red'], via: expect.stringMatching(/^session:/) });
    expect(await (await browser.send('GET', '/api/me')).json()).toEqual(principal);
    expect(begun.parse(await (await browser.send('GET', '/api/session')).json()).principal).toEqual(principal);
  });

  it('takes a login as people type it', async () => {
    const login = await person();
    expect((await new Browser(harness.gateway).signIn(` ${login.toUpperCase()} `, PASSWORD)).status).toBe(201);
  });

  it('tells nobody whether a login exists, is disabled, or signs in elsewhere', async () => {
    const [known, disabled, elsewhere] = [await person(), await person({ disabled: true }), await person({ subject: { issuer: 'https://idp.example.org', sub: 'x' } })];
    const browser = new Browser(harness.gateway);
    const answers = [await browser.signIn('nobody-at-all', PASSWORD), await browser.signIn(known, 'the wrong password'), await browser.signIn(disabled, PASSWORD), await browser.signIn(elsewhere, PASSWORD)];
    expect(answers.flatMap((it) => it.headers.getSetCookie())).toEqual([]);
    const words = await Promise.all(answers.map(wordsOf));
    expect(new Set(words.map((it) => JSON.stringify(it))).size).toBe(1);
    expect(words[0]?.[0]).toBe(401);
  });

  it('keeps secret and password out of bodies, records, and the database', async () => {
    const login = await person();
    const browser = new Browser(harness.gateway);
    const body = await (await browser.signIn(login, PASSWORD)).text();
    const secret = browser.session ?? 'none';
    const stored = await queryRow(harness.gateway.app.get(DataSource), z.object({ text: z.string() }), 'SELECT session::text AS text FROM session WHERE login = $1', [login]);
    const records = JSON.stringify(harness.services.audit);
    for (const place of [body, stored?.text ?? '', records]) {
      expect(place).not.toContain(secret);
      expect(place).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
      expect(place).not.toContain(PASSWORD);
    }
    expect(stored?.text).toContain(login);
  });

  it('leaves not even a salted digest of a password in the records', async () => {
    const salted = await harness.replica({ SVC_AUDIT_SALT: join(scratchDirectory('salt'), 'salt') });
    const login = await person();
    await new Browser(salted).signIn(login, PASSWORD);
    await harness.call('POST', '/api/users', { at: salted, body: { login: `${login}-2`, name: 'x', password: PASSWORD } });
    await harness.call('PUT', `/api/users/${login}/password`, { at: salted, body: { password: PASSWORD } });
    await harness.call('POST', '/api/tokens', { at: salted, body: { name: 'x' } });
    const records = harness.services.audit.slice(-4).map(({ action, outcome, detail }) => [action, outcome, 'body' in detail]);
    expect(records).toEqual([['session.begin', 'ok', false], ['user.create', 'ok', false], ['user.password', 'ok', false], ['token.create', 'ok', true]]);
    await salted.stop();
  });

  it('is recorded with the login that was tried only if there is such a user', async () => {
    const login = await person();
    const browser = new Browser(harness.gateway);
    await browser.signIn('my-password-typed-here', PASSWORD);
    await browser.signIn(login, 'the wrong password');
    await browser.signIn(login, PASSWORD);
    await browser.send('DELETE', '/api/session');
    const records = harness.services.audit.slice(-4).map(({ actor, action, target, outcome }) => ({ actor, action, target, outcome }));
    expect(records).toEqual([
      { actor: 'anonymous', action: 'session.begin', target: null, outcome: 'refused' },
      { actor: 'anonymous', action: 'session.begin', target: { type: 'user', name: login }, outcome: 'refused' },
      { actor: 'anonymous', action: 'session.begin', target: { type: 'user', name: login }, outcome: 'ok' },
      { actor: `user:${login}`, action: 'session.end', target: null, outcome: 'ok' },
    ]);
    expect(JSON.stringify(harness.services.audit)).not.toContain('my-password-typed-here');
  });

  it('does not begin a session that could not be recorded', async () => {
    const login = await person();
    const unlogged = await harness.replica({ SVC_AUDIT_PATIENCE_MS: '300' });
    harness.services.onAudit = () => Promise.reject(new Error('the log is away'));
    const answer = await new Browser(unlogged).signIn(login, PASSWORD);
    harness.services.onAudit = () => undefined;
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
    await unlogged.stop();
  });

  it('is said to be possible, and can be switched off', async () => {
    const off = await harness.replica({ SVC_SIGN_IN_PASSWORD: 'false' });
    const login = await person();
    const browser = new Browser(harness.gateway);
    expect(await (await browser.send('GET', '/api/session/ways')).json()).toEqual({ password: true, oidc: null });
    expect(await (await browser.send('GET', '/api/session/ways', { at: off })).json()).toEqual({ password: false, oidc: null });
    expect((await browser.signIn(login, PASSWORD, { at: off })).status).toBe(401);
    expect((await browser.send('GET', '/api/session/oidc')).status).toBe(404);
    expect((await browser.send('GET', '/api/session/oidc/callback?code=x&state=y')).status).toBe(404);
    await off.stop();
  });

  it('behind https puts the session into a cookie that no other host can plant', async () => {
    const secure = await harness.replica({ SVC_PUBLIC_URL: 'https://svc.example.org' });
    const login = await person();
    const browser = new Browser(secure);
    const answer = await browser.signIn(login, PASSWORD);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-svc_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/);
    expect(await me(browser)).toBe(200);
    const [secret] = browser.jar(new URL(secure.url)).values();
    expect((await fetch(new URL('/api/me', secure.url), { headers: { cookie: `svc_session=${secret ?? ''}` } })).status).toBe(401);
    await secure.stop();
  });
});

describe('guessing passwords', () => {
  it('is stopped for a login, in all replicas together and for attempts side by side; knowing the password does not help then', async () => {
    const login = await person();
    const other = await harness.replica();
    const browser = new Browser(harness.gateway);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => browser.signIn(login, 'the wrong password', { at: at % 2 === 0 ? harness.gateway : other })));
    expect(answers.map((it) => it.status).sort()).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const late = await browser.signIn(login, PASSWORD);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await browser.signIn(await person(), PASSWORD)).status).toBe(201);
    await other.stop();
  });

  it('is stopped for logins that do not exist just the same', async () => {
    const browser = new Browser(harness.gateway);
    const statuses = (await Promise.all(Array.from({ length: 11 }, () => browser.signIn('never-was', PASSWORD)))).map((it) => it.status);
    expect(statuses.sort()).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('starts afresh for whoever knows it', async () => {
    const login = await person();
    const browser = new Browser(harness.gateway);
    for (let round = 0; round < 2; round += 1) {
      const wrong = await Promise.all(Array.from({ length: 9 }, () => browser.signIn(login, 'the wrong password')));
      expect(new Set(wrong.map((it) => it.status))).toEqual(new Set([401]));
      expect((await browser.signIn(login, PASSWORD)).status).toBe(201);
    }
  });

  it('is stopped for an address that tries many logins; signing in rightly does not count', async () => {
    const strict = await harness.replica({ SVC_SIGN_IN_ATTEMPTS_ADDRESS: '5', SVC_TRUSTED_PROXIES: '1' });
    const login = await person();
    const from = (address: string) => ({ at: strict, headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' } });
    const browser = new Browser(strict);
    for (let at = 0; at < 6; at += 1) expect((await browser.signIn(login, PASSWORD, from('192.0.2.1'))).status).toBe(201);
    const wrong: number[] = [];
    for (let at = 0; at < 6; at += 1) wrong.push((await browser.signIn(`sprayed-${at}`, PASSWORD, from('192.0.2.1'))).status);
    expect(wrong).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await browser.signIn(login, PASSWORD, from('192.0.2.2'))).status).toBe(201);
    await strict.stop();
  });
});

describe('a session', () => {
  it('is new at every sign-in: a cookie that came along is never taken over, and its session is over', async () => {
    const login = await person();
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
    const login = await person();
    const other = await harness.replica();
    const [here, there] = [await signedIn(login), await signedIn(login)];
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

  it('ends with all others of its person when they sign out everywhere, and nobody else’s', async () => {
    const [login, bystander] = [await person(), await person()];
    const browsers = await Promise.all([signedIn(login), signedIn(login), signedIn(login)]);
    const untouched = await signedIn(bystander);
    const [first] = browsers;
    expect(await (await first.send('DELETE', '/api/session?everywhere=true')).json()).toMatchObject({ ended: 3 });
    expect(await Promise.all(browsers.map((it) => me(it)))).toEqual([401, 401, 401]);
    expect(await me(untouched)).toBe(200);
  });

  it('ends in every replica as soon as its person is disabled, and does not come back with them', async () => {
    const login = await person();
    const other = await harness.replica();
    const browser = await signedIn(login);
    browser.jar(new URL(other.url)).set('svc_session', browser.session ?? '');
    expect([await me(browser), await me(browser, other)]).toEqual([200, 200]);
    const set = async (disabled: boolean) => harness.call('PUT', `/api/users/${login}`, { body: { name: login, email: null, role: 'viewer', groups: [], disabled }, headers: { 'if-match': '"*"' } });
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
    const login = await person({ role: 'admin', groups: ['red'] });
    const other = await harness.replica();
    const browser = await signedIn(login, other);
    expect((await browser.send('GET', '/api/users')).status).toBe(200);
    await harness.call('PUT', `/api/users/${login}`, { body: { name: login, email: null, role: 'viewer', groups: [], disabled: false }, headers: { 'if-match': '"*"' } });
    await eventually(async () => (await browser.send('GET', '/api/users')).status === 403);
    expect(await (await browser.send('GET', '/api/me')).json()).toMatchObject({ role: 'viewer', groups: [], scopes: ROLE_SCOPES.viewer });
    await other.stop();
  });

  it.each([
    ['was not used for twelve hours', "seen_at = now() - interval '12 hours'"],
    ['is a week old, however much it is used', "expires_at = now() - interval '1 second'"],
  ])('is over when it %s', async (_, set) => {
    const login = await person();
    const browser = await signedIn(login);
    await sql(`UPDATE session SET ${set} WHERE login = $1`, [login]);
    expect((await browser.send('GET', '/api/session')).status).toBe(401);
  });

  it('lasts while it is used', async () => {
    const login = await person();
    const browser = await signedIn(login);
    await sql("UPDATE session SET seen_at = now() - interval '11 hours' WHERE login = $1", [login]);
    expect(await me(browser)).toBe(200);
    const seen = await queryRow(harness.gateway.app.get(DataSource), z.object({ fresh: z.boolean() }), "SELECT seen_at > now() - interval '1 minute' AS fresh FROM session WHERE login = $1", [login]);
    expect(seen?.fresh).toBe(true);
  });

  it('is not what a token is: with both, the token speaks, and a session is not found', async () => {
    const browser = await signedIn(await person());
    const headers = { authorization: `Bearer ${harness.admin}` };
    expect(await (await browser.send('GET', '/api/me', { headers })).json()).toMatchObject({ kind: 'token', role: 'admin' });
    expect((await browser.send('GET', '/api/session', { headers })).status).toBe(404);
    expect((await browser.send('GET', '/api/me', { headers: { authorization: 'Bearer svc_pat_wrong' } })).status).toBe(401);
  });
});

describe('a cookie that is worth nothing', () => {
  it('is forgotten by the browser, is no session anywhere, and keeps nobody from signing in again', async () => {
    const login = await person();
    const browser = await signedIn(login);
    await sql('DELETE FROM session WHERE login = $1', [login]);
    const headers = { cookie: `svc_session=${browser.session ?? ''}`, 'sec-fetch-site': 'same-origin' };
    const refused = await fetch(new URL('/api/me', harness.gateway.url), { headers });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, ['svc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']]);
    expect((await fetch(new URL('/api/session/ways', harness.gateway.url), { headers })).status).toBe(200);
    const answer = await browser.signIn(login, PASSWORD);
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie().filter((it) => it.startsWith('svc_session='))).toHaveLength(1);
  });

  it.each([
    ['ten of the same name, one of them good', (good: string) => [...Array.from({ length: 9 }, () => 'svc_session=x'), `svc_session=${good}`].join('; ')],
    ['the same good one twice', (good: string) => `svc_session=${good}; svc_session=${good}`],
    ['quoted', (good: string) => `svc_session="${good}"`],
    ['with more behind it', (good: string) => `svc_session=${good}x`],
    ['empty', () => 'svc_session='],
    ['with percent signs', (good: string) => `svc_session=${good.slice(0, 40)}%0d%0aset-cookie:x`],
    ['of 8,000 letters', () => `svc_session=${'A'.repeat(8_000)}`],
    ['of another case', (good: string) => `SVC_SESSION=${good}`],
    ['behind a space in its name', (good: string) => `x svc_session=${good}`],
  ])('is one that is %s', async (_, cookie) => {
    const browser = await signedIn(await person());
    const answer = await fetch(new URL('/api/me', harness.gateway.url), { headers: { cookie: cookie(browser.session ?? '') } });
    expect(answer.status).toBe(401);
    expect(await me(browser)).toBe(200);
  });

  it('among a hundred of others that are none of ours does not get in the way', async () => {
    const browser = await signedIn(await person());
    const others = Array.from({ length: 100 }, (_, at) => `c${at}=${at}`).join('; ');
    expect((await fetch(new URL('/api/me', harness.gateway.url), { headers: { cookie: `${others}; =; ;; svc_session=${browser.session ?? ''}; x` } })).status).toBe(200);
  });

  it('that ends a line or is larger than headers may be is refused before it is read', async () => {
    const url = new URL(harness.gateway.url);
    const raw = (cookie: string) => new Promise<string>((resolve, reject) => {
      const socket = dial(Number(url.port), url.hostname, () => socket.end(`GET /api/me HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`));
      socket.on('data', (data: Buffer) => resolve(data.toString())).on('error', reject);
    });
    expect(await raw('svc_session=a\nb\0c')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`svc_session=${'A'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a page of another site', () => {
  const own = () => new URL(harness.gateway.url).origin;
  it.each([
    ['a browser that says cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a browser that says same-site: a neighbouring host', () => ({ 'sec-fetch-site': 'same-site' })],
    ['a browser that says cross-site, with an Origin of ours', () => ({ 'sec-fetch-site': 'cross-site', origin: own() })],
    ['an older browser, by its Origin', () => ({ origin: 'https://evil.example' })],
    ['an older browser, by our host on another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['an older browser that hides where', () => ({ origin: 'null' })],
    ['nothing that a browser sends', () => ({})],
  ])('changes nothing with somebody’s cookie: %s', async (_, headers) => {
    const browser = await signedIn(await person({ role: 'admin' }));
    const answer = await browser.send('POST', '/api/tokens', { headers: headers(), body: { name: 'stolen' } });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden', data: { reason: 'cross-site' } }]);
    expect((await browser.send('DELETE', '/api/session', { headers: headers() })).status).toBe(403);
    expect((await browser.send('GET', '/api/me', { headers: headers() })).status).toBe(200);
  });

  it.each([
    ['a browser that says same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['a browser that says that its user did it', () => ({ 'sec-fetch-site': 'none' })],
    ['an older browser, by an Origin of ours', () => ({ origin: own() })],
  ])('is none of ours: %s', async (_, headers) => {
    const browser = await signedIn(await person());
    expect((await browser.send('POST', '/api/tokens', { headers: headers(), body: { name: 'mine' } })).status).toBe(201);
  });

  it('is told by the public address where there is one, whatever Host says', async () => {
    const behind = await harness.replica({ SVC_PUBLIC_URL: 'http://svc.example.org' });
    const browser = await signedIn(await person(), behind);
    const from = (origin: string) => browser.send('POST', '/api/tokens', { headers: { origin }, body: { name: 'mine' } });
    expect((await from('http://svc.example.org')).status).toBe(201);
    for (const origin of [behind.url.replace(/\/$/, ''), 'https://svc.example.org', 'http://svc.example.org:8080', 'http://svc.example.org.evil.example']) expect((await from(origin)).status).toBe(403);
    await behind.stop();
  });

  it('does not sign anybody in as somebody else', async () => {
    const login = await person();
    const browser = new Browser(harness.gateway);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
      const answer = await browser.signIn(login, PASSWORD, { headers });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect((await browser.signIn(login, PASSWORD, { headers: {} })).status).toBe(201);
  });

  it('can do with a token whatever the token may: nobody sends that unasked', async () => {
    expect((await harness.call('POST', '/api/tokens', { headers: { origin: 'https://tool.example', 'sec-fetch-site': 'cross-site' }, body: { name: 'by a tool' } })).status).toBe(201);
  });
});
