import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, scratchDirectory } from '@svc/testing';
import type { Browser } from '../browser';

/** Somebody at the provider: claims, by subject. */
export type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A real identity provider at which gateways with these settings sign people in. */
export class IdentityProvider {
  private child: ChildProcess | null = null;
  private readonly accounts = join(scratchDirectory('identity-provider'), 'accounts.json');

  private constructor(
    readonly port: number,
    /** Where browsers find the gateway, as the provider knows it. */
    readonly publicUrl: string,
  ) {
    this.people({});
  }

  static async prepare(): Promise<IdentityProvider> {
    return new IdentityProvider(await freePort(), `http://127.0.0.1:${await freePort()}`);
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      SVC_OIDC_ISSUER: this.issuer,
      SVC_OIDC_CLIENT_ID: 'svc',
      SVC_OIDC_CLIENT_SECRET: 'a secret of the client',
      SVC_PUBLIC_URL: this.publicUrl,
      SVC_OIDC_ROLES: '{"admin": ["svc-admins"], "editor": ["analysts"]}',
    };
  }

  /** From now on there are these. */
  people(accounts: Accounts): void {
    writeFileSync(this.accounts, JSON.stringify(accounts));
  }

  async start(): Promise<void> {
    const client = {
      client_id: 'svc',
      client_secret: 'a secret of the client',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [`${this.publicUrl}/api/session/oidc/callback`],
      post_logout_redirect_uris: [`${this.publicUrl}/`],
    };
    const about = JSON.stringify({ issuer: this.issuer, port: this.port, client, accounts: this.accounts });
    const child = spawn(process.execPath, [join(__dirname, 'provider-process.mjs'), about], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.child = child;
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the identity provider did not start')));
    await Promise.race([once(child.stdout, 'data'), ended]);
    ended.catch(() => undefined);
  }

  async stop(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  /** Does what a person does there: names themselves, agrees. Answers with the path and query with which the provider sends them back. */
  async visit(browser: Browser, start: string, subject: string): Promise<string> {
    let answer = await browser.fetch(new URL(start));
    for (let at = new URL(start), step = 0; step < 20; step += 1) {
      const location = answer.headers.get('location');
      if (location !== null) {
        at = new URL(location, at);
        if (at.origin === this.publicUrl) return `${at.pathname}${at.search}`;
        answer = await browser.fetch(at);
        continue;
      }
      const page = await answer.text();
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (action === undefined || prompt === undefined)
        throw new Error(`the provider says: ${page.replaceAll(/<[^>]*>|\s+/g, ' ').slice(0, 500)}`);
      at = new URL(action, at);
      answer = await browser.fetch(at, {
        method: 'POST',
        body: new URLSearchParams({ prompt, login: subject, password: 'any' }),
      });
    }
    throw new Error('the provider sends the browser in circles');
  }
}
