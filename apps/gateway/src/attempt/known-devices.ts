import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/platform';
import { DEVICE_SECONDS } from '../cookie/cookies';
import { hashSessionSecret, isSessionSecret, newSessionSecret } from '../cookie/session-secret';

export interface DeviceStore {
  /** True when `login` was signed in with this device and it has not expired. */
  knows(secretHash: Buffer, login: string, now: Date): Promise<boolean>;
  keep(secretHash: Buffer, login: string, expiresAt: Date): Promise<void>;
  forgetAll(login: string): Promise<void>;
  sweep(now: Date): Promise<void>;
}

/** Injects the {@link DeviceStore}. */
export const DEVICE_STORE = Symbol('gateway.device-store');

/**
 * Browsers in which somebody has signed in before. A known device only gets a limit of attempts of its own (see
 * `SignInThrottle`), so a stolen one lets nobody in; a new password forgets all devices of its user.
 */
@Injectable()
export class KnownDevices {
  constructor(
    @Inject(DEVICE_STORE) private readonly store: DeviceStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The key under which attempts of `login` on this device are counted; null when the device is not known for that login. */
  async find(secret: string | null, login: string): Promise<string | null> {
    if (secret === null || !isSessionSecret(secret)) return null;
    const hash = hashSessionSecret(secret);
    return (await this.store.knows(hash, login, this.clock.now())) ? hash.toString('hex') : null;
  }

  /** Makes the browser known for `login` for half a year; returns the secret for its cookie. */
  async remember(before: string | null, login: string): Promise<string> {
    const secret = before !== null && isSessionSecret(before) ? before : newSessionSecret();
    const now = this.clock.now();
    await this.store.keep(hashSessionSecret(secret), login, new Date(now.getTime() + DEVICE_SECONDS * 1000));
    await this.store.sweep(now);
    return secret;
  }

  forgetAll(login: string): Promise<void> {
    return this.store.forgetAll(login);
  }
}
