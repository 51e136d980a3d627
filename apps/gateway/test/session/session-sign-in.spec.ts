import { join } from 'node:path';
import { ROLE_SCOPES } from '@svc/contracts';
import { type BootedService, queryRow } from '@svc/platform';
import { scratchDirectory } from '@svc/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Browser } from '../browser';
import { gatewayForTests } from '../gateway-harness';
import { LocalPeople, MANY_SIGN_IN, PASSWORD } from '../local-people';

const harness = gatewayForTests(MANY_SIGN_IN);
const people = new LocalPeople(harness);

const begun = z.strictObject({ principal: z.looseObject({ id: z.string(), via: z.string() }), expires_at: z.string() });
const wordsOf = async (answer: Response) => [
  answer.status,
  { ...z.looseObject({}).parse(await answer.json()), trace_id: '' },
];

describe('signing in by password', () => {
  it('begins a session that says who they are and what they may, in a cookie that no script reads', async () => {
    const login = await people.add({ role: 'editor', groups: ['red'] });
    const browser = new Browser(harness.gateway);
    const answer = await browser.signIn(login, PASSWORD);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^svc_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { principal } = begun.parse(await answer.json());
    expect(principal).toEqual({
      id: `user:${login}`,
      kind: 'user',
      role: 'editor',
      scopes: ROLE_SCOPES.editor,
      groups: ['red'],
      via: expect.stringMatching(/^session:/),
    });
    expect(await (await browser.send('GET', '/api/me')).json()).toEqual(principal);
    expect(begun.parse(await (await browser.send('GET', '/api/session')).json()).principal).toEqual(principal);
  });

  it('takes a login as people type it', async () => {
    const login = await people.add();
    expect((await new Browser(harness.gateway).signIn(` ${login.toUpperCase()} `, PASSWORD)).status).toBe(201);
  });

  it('tells nobody whether a login exists, is disabled, or signs in elsewhere', async () => {
    const [known, disabled, elsewhere] = [
      await people.add(),
      await people.add({ disabled: true }),
      await people.add({ subject: { issuer: 'https://idp.example.org', sub: 'x' } }),
    ];
    const browser = new Browser(harness.gateway);
    const answers = [
      await browser.signIn('nobody-at-all', PASSWORD),
      await browser.signIn(known, 'the wrong password'),
      await browser.signIn(disabled, PASSWORD),
      await browser.signIn(elsewhere, PASSWORD),
    ];
    expect(answers.flatMap((it) => it.headers.getSetCookie())).toEqual([]);
    const words = await Promise.all(answers.map(wordsOf));
    expect(new Set(words.map((it) => JSON.stringify(it))).size).toBe(1);
    expect(words[0]?.[0]).toBe(401);
  });

  it('keeps secret and password out of bodies, records, and the database', async () => {
    const login = await people.add();
    const browser = new Browser(harness.gateway);
    const body = await (await browser.signIn(login, PASSWORD)).text();
    const secret = browser.session ?? 'none';
    const stored = await queryRow(
      harness.gateway.app.get(DataSource),
      z.object({ text: z.string() }),
      'SELECT session::text AS text FROM session WHERE login = $1',
      [login],
    );
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
    const login = await people.add();
    await new Browser(salted).signIn(login, PASSWORD);
    await harness.call('POST', '/api/users', {
      at: salted,
      body: { login: `${login}-2`, name: 'x', password: PASSWORD },
    });
    await harness.call('PUT', `/api/users/${login}/password`, { at: salted, body: { password: PASSWORD } });
    await harness.call('POST', '/api/tokens', { at: salted, body: { name: 'x' } });
    const records = harness.services.audit
      .slice(-4)
      .map(({ action, outcome, detail }) => [action, outcome, 'body' in detail]);
    expect(records).toEqual([
      ['session.begin', 'ok', false],
      ['user.create', 'ok', false],
      ['user.password', 'ok', false],
      ['token.create', 'ok', true],
    ]);
    await salted.stop();
  });

  it('is recorded with the login that was tried only if there is such a user', async () => {
    const login = await people.add();
    const browser = new Browser(harness.gateway);
    await browser.signIn('my-password-typed-here', PASSWORD);
    await browser.signIn(login, 'the wrong password');
    await browser.signIn(login, PASSWORD);
    await browser.send('DELETE', '/api/session');
    const records = harness.services.audit
      .slice(-4)
      .map(({ actor, action, target, outcome }) => ({ actor, action, target, outcome }));
    expect(records).toEqual([
      { actor: 'anonymous', action: 'session.begin', target: null, outcome: 'refused' },
      { actor: 'anonymous', action: 'session.begin', target: { type: 'user', name: login }, outcome: 'refused' },
      { actor: 'anonymous', action: 'session.begin', target: { type: 'user', name: login }, outcome: 'ok' },
      { actor: `user:${login}`, action: 'session.end', target: null, outcome: 'ok' },
    ]);
    expect(JSON.stringify(harness.services.audit)).not.toContain('my-password-typed-here');
  });

  it('does not begin a session that could not be recorded', async () => {
    const login = await people.add();
    const unlogged = await harness.replica({ SVC_AUDIT_PATIENCE_MS: '300' });
    harness.services.onAudit = () => Promise.reject(new Error('the log is away'));
    const answer = await new Browser(unlogged).signIn(login, PASSWORD);
    harness.services.onAudit = () => undefined;
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
    await unlogged.stop();
  });

  it('is said to be possible, and can be switched off', async () => {
    const off = await harness.replica({ SVC_SIGN_IN_PASSWORD: 'false' });
    const login = await people.add();
    const browser = new Browser(harness.gateway);
    expect(await (await browser.send('GET', '/api/session/ways')).json()).toEqual({ password: true, oidc: null });
    expect(await (await browser.send('GET', '/api/session/ways', { at: off })).json()).toEqual({
      password: false,
      oidc: null,
    });
    expect((await browser.signIn(login, PASSWORD, { at: off })).status).toBe(401);
    expect((await browser.send('GET', '/api/session/oidc')).status).toBe(404);
    expect((await browser.send('GET', '/api/session/oidc/callback?code=x&state=y')).status).toBe(404);
    await off.stop();
  });

  it('behind https puts the session into a cookie that no other host can plant', async () => {
    const secure = await harness.replica({ SVC_PUBLIC_URL: 'https://svc.example.org' });
    const login = await people.add();
    const browser = new Browser(secure);
    const answer = await browser.signIn(login, PASSWORD);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-svc_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await browser.send('GET', '/api/me')).status).toBe(200);
    const [secret] = browser.jar(new URL(secure.url)).values();
    expect(
      (await fetch(new URL('/api/me', secure.url), { headers: { cookie: `svc_session=${secret ?? ''}` } })).status,
    ).toBe(401);
    await secure.stop();
  });
});

let passed = 0;

describe('guessing passwords', () => {
  it('is stopped for a login at an address, in all replicas together and for attempts side by side; knowing the password does not help then', async () => {
    const login = await people.add();
    const other = await harness.replica();
    const browser = new Browser(harness.gateway);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        browser.signIn(login, 'the wrong password', { at: at % 2 === 0 ? harness.gateway : other }),
      ),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const late = await browser.signIn(login, PASSWORD);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await browser.signIn(await people.add(), PASSWORD)).status).toBe(201);
    await other.stop();
  });

  it('is stopped for logins that do not exist just the same', async () => {
    const browser = new Browser(harness.gateway);
    const statuses = (await Promise.all(Array.from({ length: 11 }, () => browser.signIn('never-was', PASSWORD)))).map(
      (it) => it.status,
    );
    expect(statuses.sort()).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('starts afresh for whoever knows it', async () => {
    const login = await people.add();
    const browser = new Browser(harness.gateway);
    for (let round = 0; round < 2; round += 1) {
      const wrong = await Promise.all(Array.from({ length: 9 }, () => browser.signIn(login, 'the wrong password')));
      expect(new Set(wrong.map((it) => it.status))).toEqual(new Set([401]));
      expect((await browser.signIn(login, PASSWORD)).status).toBe(201);
    }
  });

  describe('by somebody elsewhere', () => {
    const from = (at: BootedService, address: string) => ({
      at,
      headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
    });
    const guess = (at: BootedService, login: string, address: string) =>
      new Browser(at).signIn(login, 'the wrong password', from(at, address));

    it('does not keep the owner out: ten wrong ones bind the address that sent them, a whole IPv6 network as one', async () => {
      const strict = await harness.replica({ SVC_TRUSTED_PROXIES: '1' });
      for (const attacker of [() => '192.0.2.66', () => `2001:db8:0:1::${(passed += 1).toString(16)}`]) {
        const login = await people.add();
        for (let at = 0; at < 10; at += 1) expect((await guess(strict, login, attacker())).status).toBe(401);
        expect((await guess(strict, login, attacker())).status).toBe(429);
        expect((await new Browser(strict).signIn(login, PASSWORD, from(strict, '198.51.100.7'))).status).toBe(201);
      }
      await strict.stop();
    });

    it('from many addresses is stopped for the login, but not in the browsers that its owner has used', async () => {
      const strict = await harness.replica({ SVC_TRUSTED_PROXIES: '1', SVC_SIGN_IN_ATTEMPTS_LOGIN: '20' });
      const login = await people.add();
      const owners = new Browser(strict);
      expect((await owners.signIn(login, PASSWORD, from(strict, '198.51.100.7'))).status).toBe(201);
      const statuses: number[] = [];
      for (let at = 0; at < 21; at += 1) statuses.push((await guess(strict, login, `203.0.113.${String(at)}`)).status);
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
      expect((await new Browser(strict).signIn(login, PASSWORD, from(strict, '198.51.100.8'))).status).toBe(429);
      expect((await owners.signIn(login, PASSWORD, from(strict, '203.0.113.1'))).status).toBe(201);
      await strict.stop();
    });

    it('with a stolen device gets ten guesses, and is no known device to anybody else', async () => {
      const strict = await harness.replica({ SVC_TRUSTED_PROXIES: '1', SVC_SIGN_IN_ATTEMPTS_LOGIN: '1' });
      const [login, other] = [await people.add(), await people.add()];
      const thief = new Browser(strict);
      expect((await thief.signIn(login, PASSWORD, from(strict, '198.51.100.7'))).status).toBe(201);
      const wrong = (whom: string, at: number) =>
        thief.signIn(whom, 'the wrong password', from(strict, `203.0.113.${String(at)}`)).then((it) => it.status);
      for (let at = 0; at < 10; at += 1) expect(await wrong(login, at)).toBe(401);
      expect(await wrong(login, 11)).toBe(429);
      expect([await wrong(other, 12), await wrong(other, 13)]).toEqual([401, 429]);
      await strict.stop();
    });
  });

  it('is stopped for an address that tries many logins; signing in rightly does not count', async () => {
    const strict = await harness.replica({ SVC_SIGN_IN_ATTEMPTS_ADDRESS: '5', SVC_TRUSTED_PROXIES: '1' });
    const login = await people.add();
    const from = (address: string) => ({
      at: strict,
      headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' },
    });
    const browser = new Browser(strict);
    for (let at = 0; at < 6; at += 1)
      expect((await browser.signIn(login, PASSWORD, from('192.0.2.1'))).status).toBe(201);
    const wrong: number[] = [];
    for (let at = 0; at < 6; at += 1)
      wrong.push((await browser.signIn(`sprayed-${at}`, PASSWORD, from('192.0.2.1'))).status);
    expect(wrong).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await browser.signIn(login, PASSWORD, from('192.0.2.2'))).status).toBe(201);
    await strict.stop();
  });
});
