import { createSessionClient, type SessionClient } from '@svc/contracts';
import { Browser } from '../browser';
import { gatewayForTests } from '../gateway-harness';
import { LocalPeople, MANY_SIGN_IN, PASSWORD } from '../local-people';

const harness = gatewayForTests(MANY_SIGN_IN);
const people = new LocalPeople(harness);

interface Page {
  readonly client: SessionClient;
  readonly sent: RequestInit[];
  signedOut: number;
}

/** A page that the gateway served, in a browser of its own; from another site where `site` says so. */
function aPage(site = 'same-origin'): Page {
  const browser = new Browser(harness.gateway);
  const page: Page = {
    sent: [],
    signedOut: 0,
    client: createSessionClient({
      origin: harness.gateway.url,
      onSignedOut: () => (page.signedOut += 1),
      fetch: (address, init = {}) => {
        page.sent.push(init);
        // What only a browser knows about pages is its own to say.
        const { mode: _, ...plain } = init;
        const headers = { ...Object.fromEntries(new Headers(init.headers)), 'sec-fetch-site': site };
        return browser.fetch(new URL(address instanceof Request ? address.url : address), { ...plain, headers });
      },
    }),
  };
  return page;
}

describe('the client of a page', () => {
  it('signs in by a cookie that it never sees, calls as the person, and signs out', async () => {
    const login = await people.add();
    const page = aPage();
    expect(await page.client.currentSession()).toBeNull();
    const begun = await page.client.signIn({ body: { login, password: PASSWORD } });
    expect(begun.principal.id).toBe(`user:${login}`);
    expect(Object.keys(begun).sort()).toEqual(['expires_at', 'principal']);
    expect((await page.client.currentSession())?.principal).toEqual(begun.principal);
    expect((await page.client.whoAmI()).id).toBe(`user:${login}`);
    expect(await page.client.signOut()).toEqual({ ended: 1, provider_logout: null });
    expect(await page.client.currentSession()).toBeNull();
  });

  it('asks the browser to send nothing to another origin, and has no token', async () => {
    const page = aPage();
    await page.client.currentSession();
    for (const { mode, credentials, headers } of page.sent) {
      expect([mode, credentials]).toEqual(['same-origin', 'same-origin']);
      expect(new Headers(headers).has('authorization')).toBe(false);
    }
    expect(page.sent).toHaveLength(1);
  });

  it('is refused for a page of another site, however it is signed in', async () => {
    const login = await people.add();
    const page = aPage('cross-site');
    await expect(page.client.signIn({ body: { login, password: PASSWORD } })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('says that a session is over, and says nothing of a wrong password but that', async () => {
    const login = await people.add();
    const page = aPage();
    await expect(page.client.signIn({ body: { login, password: 'wrong' } })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(page.signedOut).toBe(0);
    await page.client.signIn({ body: { login, password: PASSWORD } });
    await page.client.signOut({ query: { everywhere: 'true' } });
    await expect(page.client.whoAmI()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(page.signedOut).toBe(1);
  });

  it('sends a browser to the identity provider and back to a path of this server only', () => {
    const { client } = aPage();
    expect(client.providerSignIn('/dashboards/delays')).toBe(
      `${harness.gateway.url}/api/session/oidc?return_to=%2Fdashboards%2Fdelays`,
    );
    expect(() => client.providerSignIn('//elsewhere.example')).toThrow(/must be a path on this server/);
  });
});
