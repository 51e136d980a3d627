import { ROLE_SCOPES } from '@svc/contracts';
import { queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Browser } from '../browser';
import { addPerson } from '../people';
import {
  harness,
  provider,
  gateway,
  locationOf,
  begin,
  comeBack,
  signIn,
  me,
  code,
  sql,
  somebody,
} from './oidc-people';

const ADA = { preferred_username: 'ada', name: 'Ada Lovelace', email: 'ada@example.org', groups: ['analysts', 'red'] };

describe('signing in by an identity provider', () => {
  it('goes there with PKCE, state and nonce, comes back, and begins a session with the groups and the role of the person', async () => {
    provider.people({ 'sub-of-ada': ADA });
    const browser = new Browser(gateway);
    const start = new URL(await begin(browser, { returnTo: '/dashboards/delays?tab=1' }));
    expect(Object.fromEntries(start.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'svc',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `${provider.publicUrl}/api/session/oidc/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await browser.send('GET', await provider.visit(browser, start.href, 'sub-of-ada'), {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([answer.status, locationOf(answer)]).toEqual([303, '/dashboards/delays?tab=1']);
    expect(answer.headers.getSetCookie().map((it) => it.replace(/=[\w-]{43};/, '=…;'))).toEqual([
      'svc_session=…; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax',
      'svc_sign_in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    expect(await answer.text()).not.toContain(browser.session);
    expect(await me(browser)).toEqual({
      id: 'user:ada',
      kind: 'user',
      role: 'editor',
      scopes: ROLE_SCOPES.editor,
      groups: ['analysts', 'red'],
      via: expect.stringMatching(/^session:/),
    });
    expect(await (await harness.call('GET', '/api/users/ada')).json()).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      source: 'oidc',
      role: 'editor',
    });
    expect(harness.services.audit.find((it) => it.action === 'session.callback')).toMatchObject({
      target: { type: 'user', name: 'ada' },
      outcome: 'ok',
    });
  });

  it('is offered', async () => {
    expect(await (await new Browser(gateway).send('GET', '/api/session/ways')).json()).toEqual({
      password: true,
      oidc: { issuer: provider.issuer, start: '/api/session/oidc' },
    });
  });

  it.each([
    [['svc-admins', 'analysts'], 'admin'],
    [['analysts'], 'editor'],
    [['others'], 'viewer'],
    [undefined, 'viewer'],
    ['svc-admins', 'admin'],
    [[{ name: 'svc-admins' }, 7], 'viewer'],
    [['SVC-ADMINS', 'svc-admins '], 'viewer'],
  ])('of a person whose groups are %j makes a session of role %s', async (groups, role) => {
    const subject = somebody({ groups });
    const browser = new Browser(gateway);
    expect((await signIn(browser, subject)).status).toBe(303);
    expect(await me(browser)).toMatchObject({ role });
  });

  it('brings changed groups, names and roles with it; the login stays, and so do older sessions with what is known now', async () => {
    const subject = somebody({ preferred_username: 'changing', groups: ['svc-admins'] });
    const [first, second] = [new Browser(gateway), new Browser(gateway)];
    await signIn(first, subject);
    provider.people({ [subject]: { preferred_username: 'renamed', name: 'New Name', groups: ['red'] } });
    await signIn(second, subject);
    for (const browser of [first, second])
      expect(await me(browser)).toMatchObject({ id: 'user:changing', role: 'viewer', groups: ['red'] });
  });

  it('finds people by issuer and subject: whoever has the same name or address as somebody gets a login of their own', async () => {
    await addPerson(harness, 'taken', { role: 'admin', email: 'taken@example.org' });
    const subject = somebody({ preferred_username: 'Taken', email: 'taken@example.org', groups: [] });
    const browser = new Browser(gateway);
    await signIn(browser, subject);
    expect(await me(browser)).toMatchObject({ id: 'user:taken@example.org', role: 'viewer' });
    const third = somebody({ preferred_username: 'taken', email: 'taken@example.org', groups: [] });
    const other = new Browser(gateway);
    await signIn(other, third);
    expect(await me(other)).toMatchObject({ id: expect.stringMatching(/^user:taken-[0-9a-f]{8}$/), role: 'viewer' });
    expect(await (await harness.call('GET', '/api/users/taken')).json()).toMatchObject({
      role: 'admin',
      source: 'local',
    });
  });

  it('for the first time in two windows at once makes one user', async () => {
    const subject = somebody({ preferred_username: 'two-windows' });
    const browsers = [new Browser(gateway), new Browser(gateway)];
    const answers = await Promise.all(browsers.map((it) => signIn(it, subject)));
    expect(answers.map((it) => it.status)).toEqual([303, 303]);
    const ids = await Promise.all(browsers.map(async (it) => z.looseObject({ id: z.string() }).parse(await me(it)).id));
    expect(ids).toEqual(['user:two-windows', 'user:two-windows']);
  });

  it('keeps nothing of the provider’s in the database that somebody could use', async () => {
    const subject = somebody({ preferred_username: 'sealed' });
    await signIn(new Browser(gateway), subject);
    const row = await queryRow(
      gateway.app.get(DataSource),
      z.object({ provider: z.instanceof(Buffer), recheck_at: z.date() }),
      "SELECT provider, recheck_at FROM session WHERE login = 'sealed'",
    );
    expect(row?.provider.length).toBeGreaterThan(100);
    for (const text of ['refresh_token', subject, 'eyJ']) expect(row?.provider.includes(text)).toBe(false);
  });
});

describe('what comes back from the provider', () => {
  it('counts once', async () => {
    const browser = new Browser(gateway);
    const back = await comeBack(browser, somebody());
    const cookies = new Map(browser.jar(new URL(gateway.url)));
    expect((await browser.send('GET', back)).status).toBe(303);
    for (const [name, value] of cookies) browser.jar(new URL(gateway.url)).set(name, value);
    expect(await code(await browser.send('GET', back))).toEqual([401, 'unauthenticated']);
  });

  it('counts once also when it comes twice at the same moment', async () => {
    const browser = new Browser(gateway);
    const back = await comeBack(browser, somebody());
    const both = await Promise.all([browser.send('GET', back), browser.send('GET', back)]);
    expect(both.map((it) => it.status).sort()).toEqual([303, 401]);
  });

  it('counts for the browser that went there, and for no other', async () => {
    const [victim, attacker, stranger] = [new Browser(gateway), new Browser(gateway), new Browser(gateway)];
    const subject = somebody();
    const attackers = await comeBack(attacker, subject);
    // Lured to the attacker's way back while on a way of their own, or on none.
    const victims = await comeBack(victim, subject);
    for (const browser of [victim, stranger])
      expect(await code(await browser.send('GET', attackers))).toEqual([401, 'unauthenticated']);
    // The attacker's code with the victim's own state: the verifier does not fit.
    const mixed = new URL(victims, gateway.url);
    mixed.searchParams.set('code', new URL(attackers, gateway.url).searchParams.get('code') ?? '');
    expect(await code(await victim.send('GET', `${mixed.pathname}${mixed.search}`))).toEqual([401, 'unauthenticated']);
    expect([victim.session, stranger.session]).toEqual([undefined, undefined]);
  });

  it('under a state that nobody gave is refused, and spoils nothing', async () => {
    const browser = new Browser(gateway);
    const back = await comeBack(browser, somebody());
    for (const state of ['', 'A'.repeat(43), 'x'.repeat(500)]) {
      const wrong = new URL(back, gateway.url);
      wrong.searchParams.set('state', state);
      expect(await code(await browser.send('GET', `${wrong.pathname}${wrong.search}`))).toEqual([
        401,
        'unauthenticated',
      ]);
    }
    expect((await browser.send('GET', back)).status).toBe(303);
  });

  it('for another nonce is refused', async () => {
    const browser = new Browser(gateway);
    const start = new URL(await begin(browser));
    start.searchParams.set('nonce', 'A'.repeat(43));
    expect(await code(await browser.send('GET', await provider.visit(browser, start.href, somebody())))).toEqual([
      401,
      'unauthenticated',
    ]);
    expect(browser.session).toBeUndefined();
  });

  it('too late is refused', async () => {
    const browser = new Browser(gateway);
    const back = await comeBack(browser, somebody());
    await sql("UPDATE provider_visit SET expires_at = now() - interval '1 second'");
    expect(await code(await browser.send('GET', back))).toEqual([401, 'unauthenticated']);
  });

  it('may be that they did not agree', async () => {
    const browser = new Browser(gateway);
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    const answer = await browser.send(
      'GET',
      `/api/session/oidc/callback?error=access_denied&error_description=${encodeURIComponent('<script>')}&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    );
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { detail: expect.stringContaining('"access_denied"') },
    ]);
  });

  it('may be a code that the provider never gave', async () => {
    const browser = new Browser(gateway);
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    expect(
      await code(
        await browser.send(
          'GET',
          `/api/session/oidc/callback?code=guessed&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
        ),
      ),
    ).toEqual([401, 'unauthenticated']);
  });

  it('leads back to a path of ours only', async () => {
    const browser = new Browser(gateway);
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/x\r\nSet-Cookie: a=b',
      '',
    ]) {
      expect((await browser.send('GET', `/api/session/oidc?return_to=${encodeURIComponent(returnTo)}`)).status).toBe(
        400,
      );
    }
  });
});
