import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, type Leased, OwnFacts, type OwnFactsOfKind, PeriodicTask } from '@svc/platform';
import type { Config } from '../config';
import { endOf, type Session, type SessionLimits } from './session';
import { hashSessionSecret, isSessionSecret, newSessionSecret } from '../cookie/session-secret';
import { userTopic } from '../user/known-users';
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

const topicOf = (id: string): string => `session ${id}`;
/** For whoever knows the secret only: the session may be gone already. */
const secretTopic = (hash: Buffer): string => `session of ${hash.toString('base64')}`;

/** Starts, finds and ends sessions: leased, so that one that ends is over everywhere once that is acknowledged. */
@Injectable()
export class Sessions implements OnModuleInit, BeforeApplicationShutdown {
  readonly limits: SessionLimits;
  private readonly known: OwnFactsOfKind<Session | null>;
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
    @Inject(OwnFacts) private readonly facts: Pick<OwnFacts, 'kind' | 'changed'>,
  ) {
    this.known = facts.kind();
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
    if (replaced !== null) await this.end(replaced.id);
    return { session, secret };
  }

  /** The session of this secret while it lasts. */
  async find(secret: string): Promise<Session | null> {
    if (!isSessionSecret(secret)) return null;
    const hash = hashSessionSecret(secret);
    const session = await this.known.find(hash.toString('base64'), () => this.read(hash));
    return session !== null && this.lasts(session, this.clock.now()) ? session : null;
  }

  /** Resolves when no replica takes it any more. */
  async end(id: string): Promise<number> {
    const ended = await this.store.end(id);
    await this.facts.changed(topicOf(id));
    return ended;
  }

  async endAll(login: string): Promise<number> {
    const ended = await this.store.endAll(login);
    await this.facts.changed(userTopic(login));
    return ended;
  }

  /** To be called before somebody is told that the session of this secret is over: whoever ended it may have died before telling. */
  async foundOver(secret: string): Promise<void> {
    if (isSessionSecret(secret)) await this.facts.changed(secretTopic(hashSessionSecret(secret)));
  }

  /** Notes its use, at most once in a while. One that is over, or that its provider must vouch for again, is read every time. */
  private async read(hash: Buffer): Promise<Leased<Session | null>> {
    const session = await this.store.byHash(hash);
    const now = this.clock.now();
    if (session === null || !this.lasts(session, now)) return { value: null, topics: null };
    const due = session.recheckAt !== null && session.recheckAt <= now;
    const topics = due ? null : [topicOf(session.id), secretTopic(hash), userTopic(session.login)];
    if (now.getTime() - session.seenAt.getTime() < NOTE_USE_MS) return { value: session, topics };
    await this.store.noteUse(session.id, now);
    return { value: { ...session, seenAt: now }, topics };
  }

  private lasts(session: Session, now: Date): boolean {
    return endOf(session, this.limits) > now;
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.store.sweep(now, new Date(now.getTime() - this.limits.idleMs));
  }
}
