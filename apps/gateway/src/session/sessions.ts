import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, PeriodicTask } from '@svc/platform';
import type { Config } from '../config';
import { endOf, type Session, type SessionLimits } from './session';
import { hashSessionSecret, isSessionSecret, newSessionSecret } from '../cookie/session-secret';
import { type ProviderHold, SESSION_STORE, type SessionStore } from './session.ports';

const HOUR_MS = 3_600_000;
/** The precision of the last use. */
const NOTE_USE_MS = 60_000;
const SWEEP_MS = 10 * 60_000;

export interface BegunSession {
  readonly session: Session;
  /** For the cookie; shown this once. */
  readonly secret: string;
}

/** Starts, finds and ends sessions. Every lookup goes to Postgres: a session that ends is over everywhere at once. */
@Injectable()
export class Sessions implements OnModuleInit, BeforeApplicationShutdown {
  readonly limits: SessionLimits;
  private readonly sweeping = new PeriodicTask({
    everyMs: SWEEP_MS,
    run: () => this.sweep(),
    // Expired sessions are refused anyway; removing them can wait for the next time.
    failed: () => undefined,
  });

  constructor(
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: Pick<Config, 'SVC_SESSION_IDLE_HOURS' | 'SVC_SESSION_HOURS'>,
  ) {
    this.limits = { idleMs: config.SVC_SESSION_IDLE_HOURS * HOUR_MS, absoluteMs: config.SVC_SESSION_HOURS * HOUR_MS };
  }

  onModuleInit(): void {
    this.sweeping.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.sweeping.stop();
  }

  /**
   * Always with a new secret, so that it cannot have been planted; ends the browser's previous session. Null when the
   * user was disabled meanwhile.
   */
  async begin(
    login: string,
    before: string | null,
    hold: (secret: string) => ProviderHold | null = () => null,
  ): Promise<BegunSession | null> {
    const secret = newSessionSecret();
    const now = this.clock.now();
    const provider = hold(secret);
    const session: Session = {
      id: randomUUID(),
      login,
      createdAt: now,
      expiresAt: new Date(now.getTime() + this.limits.absoluteMs),
      seenAt: now,
      provider: provider?.sealed ?? null,
      recheckAt: provider?.recheckAt ?? null,
    };
    if (!(await this.store.add(session, hashSessionSecret(secret)))) return null;
    const replaced = before === null ? null : await this.find(before);
    if (replaced !== null) await this.store.end(replaced.id);
    return { session, secret };
  }

  /** The session of this secret while it lasts. */
  async find(secret: string): Promise<Session | null> {
    if (!isSessionSecret(secret)) return null;
    const session = await this.store.byHash(hashSessionSecret(secret));
    const now = this.clock.now();
    if (session === null || endOf(session, this.limits) <= now) return null;
    if (now.getTime() - session.seenAt.getTime() >= NOTE_USE_MS) await this.store.noteUse(session.id, now);
    return session;
  }

  end(id: string): Promise<number> {
    return this.store.end(id);
  }

  endAll(login: string): Promise<number> {
    return this.store.endAll(login);
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.store.sweep(now, new Date(now.getTime() - this.limits.idleMs));
  }
}
