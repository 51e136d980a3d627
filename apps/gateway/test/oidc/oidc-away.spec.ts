import { createServer, type Server, type ServerResponse } from 'node:http';
import { type BootedService, execute } from '@svc/platform';
import { freePort } from '@svc/testing';
import { DataSource } from 'typeorm';
import { OpenIdProvider } from '../../src/oidc/adapters/openid-provider';
import { Browser } from '../browser';
import { type StartedGateway, startGateway } from '../gateway-harness';
import { IdentityProvider } from './identity-provider';

let harness: StartedGateway;
let absent: IdentityProvider;
beforeAll(async () => {
  absent = await IdentityProvider.prepare();
  harness = await startGateway(absent.settings);
});
afterAll(() => harness.close());

const begin = async (browser: Browser, at: BootedService): Promise<string> =>
  (await browser.send('GET', '/api/session/oidc', { at })).headers.get('location') ?? '';

describe('a provider that is away', () => {
  it('keeps nobody from starting the gateway or using a session, says 503, and is asked again', async () => {
    const late = await IdentityProvider.prepare();
    const at = await harness.replica(late.settings);
    const browser = new Browser(at);
    for (let round = 0; round < 2; round += 1) {
      const answer = await browser.send('GET', '/api/session/oidc', { at });
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.getSetCookie()]).toEqual([503, '5', []]);
    }
    await late.start();
    late.people({ late: { preferred_username: 'late' } });
    expect(
      (await browser.send('GET', await late.visit(browser, await begin(browser, at), 'late'), { at })).status,
    ).toBe(303);
    await late.stop();
    await execute(
      at.app.get(DataSource),
      "UPDATE session SET recheck_at = now() - interval '1 second' WHERE login = 'late'",
    );
    expect((await browser.send('GET', '/api/me', { at })).status).toBe(200);
    expect(await (await browser.send('DELETE', '/api/session', { at })).json()).toMatchObject({ ended: 1 });
    await at.stop();
  });

  /** Right in every way but what a test makes of it. */
  const discovery = (issuer: string) =>
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
    });
  const json = (response: ServerResponse, text: string): unknown =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);

  it('is one only that does: as much as this is enough', async () => {
    expect(await asked((response, issuer) => json(response, discovery(issuer)))).toBe(303);
  });

  it.each<[string, Answer]>([
    [
      'answers with more than a mebibyte',
      (response, issuer) => json(response, discovery(issuer) + ' '.repeat(1024 * 1024)),
    ],
    ['sends us elsewhere', (response, issuer) => response.writeHead(302, { location: `${issuer}/elsewhere` }).end()],
    [
      'fails',
      (response, issuer) => response.writeHead(500, { 'content-type': 'application/json' }).end(discovery(issuer)),
    ],
    ['is somebody else', (response) => json(response, discovery('http://127.0.0.1:1'))],
    ['hangs up', (response) => response.destroy()],
    ['says nothing', () => undefined],
  ])('is one that %s', async (_, answer) => {
    expect(
      await asked((response, issuer, path) =>
        path === '/elsewhere' ? json(response, discovery(issuer)) : answer(response, issuer, path),
      ),
    ).toBe(503);
  });

  type Answer = (response: ServerResponse, issuer: string, path: string) => unknown;
  /** What a browser gets that wants to sign in by a provider that answers so. */
  async function asked(answer: Answer): Promise<number> {
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const server: Server = createServer((request, response) => answer(response, issuer, request.url ?? ''));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const at = await harness.replica({ SVC_OIDC_ISSUER: issuer });
    const { status } = await new Browser(at).send('GET', '/api/session/oidc', { at });
    await at.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return status;
  }
});

describe('why nobody can sign in', () => {
  const binding = { state: 'S'.repeat(43), nonce: 'N'.repeat(43), verifier: 'V'.repeat(43) };
  const watched = (publicUrl: string, issuer: string, clientSecret: string) => {
    const log: object[] = [];
    const provider = new OpenIdProvider(
      { issuer, clientId: 'svc', clientSecret, scopes: 'openid profile email', publicUrl },
      { warn: (fields) => log.push(fields) },
    );
    return { log, provider };
  };

  it('is for the operator to read: a provider that nobody reaches', async () => {
    const { log, provider } = watched('http://127.0.0.1:1', absent.issuer, 'x');
    await expect(provider.begin(binding)).rejects.toMatchObject({ code: 'unavailable' });
    expect(log).toEqual([
      { issuer: absent.issuer, reasons: expect.arrayContaining([expect.stringContaining('ECONNREFUSED')]) },
    ]);
  });

  it('is for the operator to read: a secret that the provider does not take, without that secret or the code', async () => {
    const real = await IdentityProvider.prepare();
    await real.start();
    real.people({ ada: { preferred_username: 'ada' } });
    const { log, provider } = watched(real.publicUrl, real.issuer, 'not the right secret');
    const back = new URL(
      await real.visit(new Browser(harness.gateway), await provider.begin(binding), 'ada'),
      real.publicUrl,
    );
    await expect(provider.finish(back.search.slice(1), binding)).rejects.toMatchObject({ code: 'unavailable' });
    const text = JSON.stringify(log);
    expect(text).toContain('invalid_client');
    for (const secret of [
      'not the right secret',
      back.searchParams.get('code') ?? 'none',
      binding.verifier,
      binding.state,
    ])
      expect(text).not.toContain(secret);
    await real.stop();
  });
});
