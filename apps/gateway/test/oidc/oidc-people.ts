import { type BootedService, execute } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Browser } from '../browser';
import { type StartedGateway, startGateway } from '../gateway-harness';
import { IdentityProvider } from './identity-provider';

export let harness: StartedGateway;

export let provider: IdentityProvider;

export let gateway: BootedService;

beforeAll(async () => {
  provider = await IdentityProvider.prepare();
  await provider.start();
  harness = await startGateway({ SVC_RATE_LIMIT_ANONYMOUS: '100000', ...provider.settings });
  gateway = harness.gateway;
});

afterAll(async () => {
  await provider.stop();
  await harness.close();
});

export const locationOf = (answer: Response): string => answer.headers.get('location') ?? '';

/** Where the gateway sends a browser that wants to sign in. */
export const begin = async (browser: Browser, { at = gateway, returnTo = '/' } = {}): Promise<string> => {
  const answer = await browser.send('GET', `/api/session/oidc?return_to=${encodeURIComponent(returnTo)}`, { at });
  expect(answer.status).toBe(303);
  return locationOf(answer);
};

/** With which the provider sends it back. */
export const comeBack = async (browser: Browser, subject: string, at = gateway): Promise<string> =>
  provider.visit(browser, await begin(browser, { at }), subject);

export const signIn = async (browser: Browser, subject: string, at = gateway): Promise<Response> =>
  browser.send('GET', await comeBack(browser, subject, at), { at, headers: { 'sec-fetch-site': 'cross-site' } });

export const me = async (browser: Browser, at = gateway): Promise<unknown> =>
  (await browser.send('GET', '/api/me', { at })).json();

export const code = async (answer: Response): Promise<unknown> => [
  answer.status,
  z.object({ code: z.string() }).parse(await answer.json()).code,
];

export const sql = (text: string, values: readonly unknown[] = []) =>
  execute(gateway.app.get(DataSource), text, values);

export let people = 0;

/** Somebody new at the provider, as the only one there. */
export function somebody(claims: Readonly<Record<string, unknown>> = {}): string {
  people += 1;
  const subject = `subject-${people}`;
  provider.people({ [subject]: { preferred_username: `user-${people}`, groups: ['analysts'], ...claims } });
  return subject;
}
