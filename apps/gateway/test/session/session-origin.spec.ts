import { Browser } from '../browser';
import { gatewayForTests } from '../gateway-harness';
import { LocalPeople, MANY_SIGN_IN, PASSWORD } from '../local-people';

const harness = gatewayForTests(MANY_SIGN_IN);
const people = new LocalPeople(harness);

describe('a page of another site', () => {
  const own = () => new URL(harness.gateway.url).origin;
  it.each([
    ['a browser that says cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a browser that says same-site: a neighbouring host', () => ({ 'sec-fetch-site': 'same-site' })],
    [
      'a browser that says cross-site, with an Origin of ours',
      () => ({ 'sec-fetch-site': 'cross-site', origin: own() }),
    ],
    ['an older browser, by its Origin', () => ({ origin: 'https://evil.example' })],
    ['an older browser, by our host on another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['an older browser that hides where', () => ({ origin: 'null' })],
    ['nothing that a browser sends', () => ({})],
  ])('changes nothing with somebody’s cookie: %s', async (_, headers) => {
    const browser = await people.signedIn(await people.add({ role: 'admin' }));
    const answer = await browser.send('POST', '/api/tokens', { headers: headers(), body: { name: 'stolen' } });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { code: 'forbidden', data: { reason: 'cross-site' } },
    ]);
    expect((await browser.send('DELETE', '/api/session', { headers: headers() })).status).toBe(403);
    expect((await browser.send('GET', '/api/me', { headers: headers() })).status).toBe(200);
  });

  it.each([
    ['a browser that says same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['a browser that says that its user did it', () => ({ 'sec-fetch-site': 'none' })],
    ['an older browser, by an Origin of ours', () => ({ origin: own() })],
  ])('is none of ours: %s', async (_, headers) => {
    const browser = await people.signedIn(await people.add());
    expect((await browser.send('POST', '/api/tokens', { headers: headers(), body: { name: 'mine' } })).status).toBe(
      201,
    );
  });

  it('is told by the public address where there is one, whatever Host says', async () => {
    const behind = await harness.replica({ SVC_PUBLIC_URL: 'http://svc.example.org' });
    const browser = await people.signedIn(await people.add(), behind);
    const from = (origin: string) =>
      browser.send('POST', '/api/tokens', { headers: { origin }, body: { name: 'mine' } });
    expect((await from('http://svc.example.org')).status).toBe(201);
    for (const origin of [
      behind.url.replace(/\/$/, ''),
      'https://svc.example.org',
      'http://svc.example.org:8080',
      'http://svc.example.org.evil.example',
    ])
      expect((await from(origin)).status).toBe(403);
    await behind.stop();
  });

  it('does not sign anybody in as somebody else', async () => {
    const login = await people.add();
    const browser = new Browser(harness.gateway);
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      const answer = await browser.signIn(login, PASSWORD, { headers });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect((await browser.signIn(login, PASSWORD, { headers: {} })).status).toBe(201);
  });

  it('can do with a token whatever the token may: nobody sends that unasked', async () => {
    expect(
      (
        await harness.call('POST', '/api/tokens', {
          headers: { origin: 'https://tool.example', 'sec-fetch-site': 'cross-site' },
          body: { name: 'by a tool' },
        })
      ).status,
    ).toBe(201);
  });
});
