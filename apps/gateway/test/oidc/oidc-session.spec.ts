import { OwnFacts } from '@svc/platform';
import { z } from 'zod';
import { userTopic } from '../../src/user/known-users';
import { Browser } from '../browser';
import { harness, provider, gateway, signIn, me, code, sql, somebody } from './oidc-people';

/** As time makes it, but at once: whoever holds a lease on the session hears of it. */
async function due(login: string): Promise<void> {
  await sql("UPDATE session SET recheck_at = now() - interval '1 second' WHERE login = $1", [login]);
  await gateway.app.get(OwnFacts).changed(userTopic(login));
}

describe('somebody who may not (any more)', () => {
  it('is refused when they were disabled here, whatever the provider says; their sessions are over', async () => {
    const subject = somebody({ preferred_username: 'leaver' });
    const browser = new Browser(gateway);
    await signIn(browser, subject);
    const user = z
      .looseObject({ etag: z.string() })
      .parse(await (await harness.call('GET', '/api/users/leaver')).json());
    const body = { name: 'leaver', email: null, role: 'editor', groups: ['analysts'], disabled: true };
    expect(
      (await harness.call('PUT', '/api/users/leaver', { body, headers: { 'if-match': `"${user.etag}"` } })).status,
    ).toBe(200);
    expect((await browser.send('GET', '/api/me')).status).toBe(401);
    expect(await code(await signIn(browser, subject))).toEqual([403, 'forbidden']);
    expect(browser.session).toBeUndefined();
  });

  it('is refused without the group that is required; who had it loses role and groups, and the tokens with them', async () => {
    const picky = await harness.replica({ SVC_OIDC_REQUIRED_GROUP: 'svc-users' });
    const stranger = somebody({ preferred_username: 'never-let-in' });
    expect(await code(await signIn(new Browser(picky), stranger, picky))).toEqual([403, 'forbidden']);
    expect((await harness.call('GET', '/api/users/never-let-in')).status).toBe(404);
    const member = somebody({ preferred_username: 'member', groups: ['svc-users', 'svc-admins'] });
    const browser = new Browser(picky);
    expect((await signIn(browser, member, picky)).status).toBe(303);
    provider.people({ [member]: { preferred_username: 'member', groups: ['svc-admins'] } });
    await due('member');
    expect((await browser.send('GET', '/api/me', { at: picky })).status).toBe(401);
    expect(await (await harness.call('GET', '/api/users/member')).json()).toMatchObject({ role: 'viewer' });
    expect(await code(await signIn(new Browser(picky), member, picky))).toEqual([403, 'forbidden']);
    await picky.stop();
  });
});

describe('a session by an identity provider', () => {
  it('asks again when what the provider gave has run out: changed groups count from then on', async () => {
    const subject = somebody({ preferred_username: 'rechecked', groups: ['svc-admins'] });
    const browser = new Browser(gateway);
    await signIn(browser, subject);
    provider.people({ [subject]: { preferred_username: 'rechecked', groups: ['red'] } });
    expect(await me(browser)).toMatchObject({ role: 'admin' });
    for (let round = 0; round < 2; round += 1) {
      await due('rechecked');
      expect(await me(browser)).toMatchObject({ role: 'viewer', groups: ['red'] });
    }
  });

  it('asks once, however many requests come at that moment in however many replicas', async () => {
    const subject = somebody({ preferred_username: 'busy' });
    const other = await harness.replica();
    const browser = new Browser(gateway);
    await signIn(browser, subject);
    browser.jar(new URL(other.url)).set('svc_session', browser.session ?? '');
    await due('busy');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => browser.send('GET', '/api/me', { at: at % 2 === 0 ? gateway : other })),
    );
    expect(answers.map((it) => it.status)).toEqual(Array.from({ length: 10 }, () => 200));
    // A refresh token works once here; had two asked, the provider would have ended the grant.
    await due('busy');
    expect((await browser.send('GET', '/api/me')).status).toBe(200);
    await other.stop();
  });

  it('is over when the provider refuses', async () => {
    const subject = somebody({ preferred_username: 'gone' });
    const browser = new Browser(gateway);
    await signIn(browser, subject);
    provider.people({});
    expect((await browser.send('GET', '/api/me')).status).toBe(200);
    await due('gone');
    expect((await browser.send('GET', '/api/me')).status).toBe(401);
  });

  it('is told, when it ends, where the provider ends its own', async () => {
    const browser = new Browser(gateway);
    await signIn(browser, somebody());
    const { provider_logout: url } = z
      .object({ ended: z.literal(1), provider_logout: z.string() })
      .parse(await (await browser.send('DELETE', '/api/session')).json());
    const logout = new URL(url);
    expect([
      logout.origin,
      logout.searchParams.get('post_logout_redirect_uri'),
      logout.searchParams.get('id_token_hint'),
    ]).toEqual([provider.issuer, `${provider.publicUrl}/`, expect.stringMatching(/^eyJ/)]);
    const page = await browser.fetch(logout);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('session/end/confirm')]);
  });

  it('is over when another provider, or none, is asked here now', async () => {
    const browser = new Browser(gateway);
    await signIn(browser, somebody({ preferred_username: 'moved' }));
    const elsewhere = await harness.replica({ SVC_OIDC_ISSUER: 'https://other.example.org' });
    browser.jar(new URL(elsewhere.url)).set('svc_session', browser.session ?? '');
    await due('moved');
    expect((await browser.send('GET', '/api/me', { at: elsewhere })).status).toBe(401);
    await elsewhere.stop();
  });
});
