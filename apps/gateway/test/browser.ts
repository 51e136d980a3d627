import type { BootedService } from '@svc/platform';

export interface Visit {
  readonly body?: unknown;
  /** A page of the gateway's own origin, unless specified otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: BootedService;
}

/** A browser of its own: it stores cookies by origin, sends fetch metadata, and follows no redirect by itself. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();

  constructor(private readonly home: BootedService) {}

  async send(
    method: string,
    path: string,
    { body, headers = { 'sec-fetch-site': 'same-origin' }, at = this.home }: Visit = {},
  ): Promise<Response> {
    return this.fetch(new URL(path, at.url), {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async fetch(
    url: URL,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    const jar = this.jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie === '' ? {} : { cookie }) },
    });
    for (const field of answer.headers.getSetCookie()) this.take(jar, field);
    return answer;
  }

  signIn(login: string, password: string, visit: Visit = {}): Promise<Response> {
    return this.send('POST', '/api/session', { ...visit, body: { login, password } });
  }

  jar({ origin }: { readonly origin: string }): Map<string, string> {
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    return jar;
  }

  /** The session cookie at home. */
  get session(): string | undefined {
    return this.jar(new URL(this.home.url)).get('svc_session');
  }

  private take(jar: Map<string, string>, field: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(field) ?? [];
    const over = /;\s*max-age=0\b/i.test(field) || /;\s*expires=thu, 01 jan 1970/i.test(field);
    if (over) jar.delete(name);
    else jar.set(name, value);
  }
}
