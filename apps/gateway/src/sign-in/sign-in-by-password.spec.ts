import { RateLimiterMemory } from 'rate-limiter-flexible';
import { HeldFacts } from '../../test/held-facts';
import { sampleUser } from '../../test/sample-user';
import { Passwords } from '../user/passwords';
import type { UserStore } from '../user/user.ports';
import type { Browser } from '../session/browser';
import { KnownDevices } from '../attempt/known-devices';
import type { SessionStore } from '../session/session.ports';
import { Sessions } from '../session/sessions';
import { SignInByPassword } from './sign-in-by-password';
import { SignInThrottle } from '../attempt/sign-in-throttle';

/** What is asked of the outside, in order. */
let asked: string[] = [];

class WatchedPasswords extends Passwords {
  override matches(hash: string | null, password: string): Promise<boolean> {
    asked.push('compare');
    return Promise.resolve(hash === `hash of ${password}`);
  }
}

const PEOPLE = [
  sampleUser('ada'),
  sampleUser('leaver', { disabled: true }),
  sampleUser('sso', { subject: { issuer: 'https://idp.example.org', sub: '1' } }),
];
const nothing = (): never => {
  throw new Error('is not asked here');
};

const users: UserStore = {
  byLogin: (login) => {
    asked.push('user');
    return Promise.resolve(PEOPLE.find((it) => it.login === login) ?? null);
  },
  passwordHash: (login) => {
    asked.push('hash');
    return Promise.resolve(login === 'ada' || login === 'leaver' ? 'hash of the right one' : null);
  },
  bySubject: nothing,
  page: nothing,
  add: nothing,
  change: nothing,
  setPasswordHash: nothing,
  noteSeen: nothing,
};
const sessions: SessionStore = {
  add: () => {
    asked.push('session');
    return Promise.resolve(true);
  },
  byHash: nothing,
  noteUse: nothing,
  end: nothing,
  endAll: nothing,
  claimRecheck: nothing,
  holdProvider: nothing,
  addVisit: nothing,
  takeVisit: nothing,
  sweep: nothing,
};
const devices = new KnownDevices(
  {
    knows: nothing,
    keep: () => Promise.resolve(),
    forgetAll: nothing,
    sweep: () => Promise.resolve(),
  },
  { now: () => new Date(0) },
);
const browser: Browser = {
  address: '192.0.2.1',
  principal: null,
  session: null,
  device: null,
  visit: null,
  query: '',
  concerns: () => undefined,
};

function signIn(login: string, password: string) {
  asked = [];
  const limiter = () => new RateLimiterMemory({ points: 100, duration: 60 });
  const throttle = new SignInThrottle({ perOrigin: limiter(), perLogin: limiter(), perAddress: limiter() });
  const found = new Sessions(
    sessions,
    { now: () => new Date(0) },
    { SVC_SESSION_IDLE_HOURS: 12, SVC_SESSION_HOURS: 168 },
    new HeldFacts(),
  );
  return new SignInByPassword(users, new WatchedPasswords(), found, throttle, devices, {
    SVC_SIGN_IN_PASSWORD: true,
  }).signIn({ params: {}, query: {}, body: { login, password } }, browser);
}

describe('signing in', () => {
  it.each([
    ['nobody', 'the right one'],
    ['ada', 'a wrong one'],
    ['leaver', 'the right one'],
    ['leaver', 'a wrong one'],
    ['sso', 'the right one'],
  ])('as %s with %s does the same work and says the same', async (login, password) => {
    await expect(signIn(login, password)).rejects.toMatchObject({
      code: 'unauthenticated',
      detail: 'The login or password is wrong, or this account may not sign in.',
    });
    expect(asked).toEqual(['user', 'hash', 'compare']);
  });

  it('with the right password of somebody who may begins a session', async () => {
    const { principal, secret } = await signIn('ada', 'the right one');
    expect([principal.id, secret]).toEqual(['user:ada', expect.stringMatching(/^[\w-]{43}$/)]);
    expect(asked).toEqual(['user', 'hash', 'compare', 'session']);
  });
});
