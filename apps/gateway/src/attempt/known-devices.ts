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
 * Browsers in which somebody has signed in before. Being one is worth nothing but attempts of its own (see
 * `SignInThrottle`), so a stolen one lets nobody in; a new password makes all of its owner's unknown.
 */
@Injectable()
export class KnownDevices {
  constructor(
    @Inject(DEVICE_STORE) private readonly store: DeviceStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The name under which attempts of `login` with this device are counted; null when it is not known for them. */
  async find(secret: string | null, login: string): Promise<string | null> {
    if (secret === null || !isSessionSecret(secret)) return null;
    const hash = hashSessionSecret(secret);
    return (await this.store.knows(hash, login, this.clock.now())) ? hash.toString('hex') : null;
  }

  /** Makes the browser known for `login`, for another half year; answers with the secret for its cookie. */
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
