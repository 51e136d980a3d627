import type { Session } from './session';

/** What a session keeps from its identity provider. */
export interface ProviderHold {
  readonly sealed: Buffer;
  readonly recheckAt: Date | null;
}

/** A browser on its way to the identity provider and back. */
export interface ProviderVisit {
  readonly returnTo: string;
  readonly expiresAt: Date;
}

export interface SessionStore {
  /** Adds a session; false when the user was disabled meanwhile. */
  add(session: Session, secretHash: Buffer): Promise<boolean>;
  byHash(secretHash: Buffer): Promise<Session | null>;
  noteUse(id: string, at: Date): Promise<void>;
  /** How many there were. */
  end(id: string): Promise<number>;
  endAll(login: string): Promise<number>;
  /** Schedules the next recheck, for one caller only: false when somebody else did, or the session ended. */
  claimRecheck(session: Session, until: Date): Promise<boolean>;
  holdProvider(id: string, hold: ProviderHold): Promise<void>;
  addVisit(secretHash: Buffer, visit: ProviderVisit): Promise<void>;
  /** Returns it once, and removes it. */
  takeVisit(secretHash: Buffer): Promise<ProviderVisit | null>;
  /** Removes expired sessions, those not used since `idleSince`, and expired visits. */
  sweep(now: Date, idleSince: Date): Promise<void>;
}

/** Injects the {@link SessionStore}. */
export const SESSION_STORE = Symbol('gateway.session-store');
