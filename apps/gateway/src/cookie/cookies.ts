import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';

/** How long a sign-in at the identity provider may take. */
export const VISIT_SECONDS = 600;

/** How long a browser counts as known after a sign-in. */
export const DEVICE_SECONDS = 180 * 24 * 3600;

export type CookieKind = 'session' | 'visit' | 'device';

const NAMES: Readonly<Record<CookieKind, string>> = {
  session: 'svc_session',
  visit: 'svc_sign_in',
  device: 'svc_device',
};

/**
 * The cookies of the gateway. `__Host-` (with Secure) where the public address is https: no other host, and no page over
 * http, can then set one. `Lax`: the redirect back from an identity provider is a navigation from another site.
 */
@Injectable()
export class Cookies {
  private readonly secure: boolean;
  private readonly sessionSeconds: number;

  constructor(@Inject(CONFIG) config: Pick<Config, 'SVC_PUBLIC_URL' | 'SVC_SESSION_HOURS'>) {
    this.secure = config.SVC_PUBLIC_URL?.startsWith('https:') === true;
    this.sessionSeconds = Math.ceil(config.SVC_SESSION_HOURS * 3600);
  }

  /** Of a Cookie header. Two cookies of the same name mean that one was planted, so neither counts: `none`, but sent. */
  read(kind: CookieKind, header: string | undefined): { readonly sent: boolean; readonly value: string | null } {
    const prefix = `${this.name(kind)}=`;
    const values = (header ?? '')
      .split(';')
      .map((it) => it.trim())
      .filter((it) => it.startsWith(prefix))
      .map((it) => it.slice(prefix.length));
    return { sent: values.length > 0, value: values.length === 1 ? (values[0] ?? null) : null };
  }

  /** A Set-Cookie field that gives the browser a secret. */
  handing(kind: CookieKind, secret: string): string {
    const seconds = { session: this.sessionSeconds, visit: VISIT_SECONDS, device: DEVICE_SECONDS };
    return this.field(kind, secret, seconds[kind]);
  }

  /** A Set-Cookie field that deletes the cookie. */
  clearing(kind: CookieKind): string {
    return this.field(kind, '', 0);
  }

  private field(kind: CookieKind, value: string, seconds: number): string {
    return `${this.name(kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }

  private name(kind: CookieKind): string {
    return `${this.secure ? '__Host-' : ''}${NAMES[kind]}`;
  }
}
