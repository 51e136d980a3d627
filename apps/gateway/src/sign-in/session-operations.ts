import { Inject, Injectable } from '@nestjs/common';
import {
  beginOidc,
  type Endpoint,
  finishOidc,
  getSession,
  getSignIn,
  ProblemError,
  type ResponseOf,
  signIn,
  signOut,
} from '@svc/contracts';
import { CONFIG } from '@svc/platform';
import type { z } from 'zod';
import type { Config } from '../config';
import { SignInByProvider } from '../oidc/sign-in-by-provider';
import type { Browser } from '../session/browser';
import { endOf } from '../session/session';
import { Sessions } from '../session/sessions';
import { SignInByPassword } from './sign-in-by-password';
import { SignOut } from './sign-out';

type Answer = (request: unknown, browser: Browser) => Promise<unknown>;

/**
 * The operations that run in the gateway process that the browser is connected to, not over NATS: they need its cookies and
 * address, and neither a typed password nor a session's secret ever leaves this process.
 */
@Injectable()
export class SessionOperations {
  private readonly answers: ReadonlyMap<string, Answer>;

  constructor(
    @Inject(SignInByPassword) byPassword: SignInByPassword,
    @Inject(SignInByProvider) byProvider: SignInByProvider,
    @Inject(SignOut) signingOut: SignOut,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SVC_SIGN_IN_PASSWORD' | 'SVC_OIDC_ISSUER'>,
  ) {
    this.answers = new Map([
      answering(getSignIn, () => this.ways()),
      answering(signIn, (request, browser) => byPassword.signIn(request, browser)),
      answering(getSession, (_request, browser) => this.current(browser)),
      answering(signOut, (request, browser) => signingOut.signOut(request, browser)),
      answering(beginOidc, (request) => byProvider.begin(request)),
      answering(finishOidc, (request, browser) => byProvider.finish(request, browser)),
    ]);
  }

  /** Null for every other operation. */
  find({ name }: Endpoint): Answer | null {
    return this.answers.get(name) ?? null;
  }

  private ways(): ResponseOf<typeof getSignIn> {
    const { SVC_SIGN_IN_PASSWORD: password, SVC_OIDC_ISSUER: issuer } = this.config;
    return { password, oidc: issuer === undefined ? null : { issuer, start: beginOidc.path } };
  }

  private async current({ session: secret, principal }: Browser): Promise<ResponseOf<typeof getSession>> {
    const session = secret === null ? null : await this.sessions.find(secret);
    if (session === null || principal === null)
      throw new ProblemError('not-found', 'You call with a token, not in a session. GET /api/me says who you are.');
    return { principal, expires_at: endOf(session, this.sessions.limits).toISOString() };
  }
}

/** Validated on both sides like a call over NATS. */
function answering<Request extends z.ZodType, Response extends z.ZodType>(
  { name, request: asked, response }: { readonly name: string; readonly request: Request; readonly response: Response },
  answer: (request: z.output<Request>, browser: Browser) => z.output<Response> | Promise<z.output<Response>>,
): [string, Answer] {
  return [name, async (request, browser) => response.parse(await answer(asked.parse(request), browser))];
}
