import { Inject, Injectable } from '@nestjs/common';
import type { Browser } from '../session/browser';
import { Cookies } from '../cookie/cookies';
import type { Visit } from './visit';

/** The parts of a visit that session operations see. */
@Injectable()
export class BrowserOf {
  constructor(@Inject(Cookies) private readonly cookies: Cookies) {}

  of(visit: Visit): Browser {
    const { address, principal, session, query, request } = visit;
    return {
      address,
      principal,
      session,
      query,
      device: this.cookies.read('device', request.get('cookie')).value,
      visit: this.cookies.read('visit', request.get('cookie')).value,
      concerns(login) {
        visit.concerned = { login };
      },
    };
  }
}
