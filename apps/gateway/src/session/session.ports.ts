import type { Session } from './session';

/** What a session keeps of its identity provider. */
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
  /** Adds a session, unless the user was disabled meanwhile: then false. */
  add(session: Session, secretHash: Buffer): Promise<boolean>;
  byHash(secretHash: Buffer): Promise<Session | null>;
  noteUse(id: string, at: Date): Promise<void>;
  /** How many there were. */
  end(id: string): Promise<number>;
  endAll(login: string): Promise<number>;
  /** Moves the next recheck, for one caller only: false when somebody else did, or the session ended. */
  claimRecheck(session: Session, until: Date): Promise<boolean>;
  holdProvider(id: string, hold: ProviderHold): Promise<void>;
  addVisit(secretHash: Buffer, visit: ProviderVisit): Promise<void>;
  /** Once: what was taken is gone. */
  takeVisit(secretHash: Buffer): Promise<ProviderVisit | null>;
  /** Removes sessions that expired or were not used since `idleSince`, and visits that expired. */
  sweep(now: Date, idleSince: Date): Promise<void>;
}

/** Injects the {@link SessionStore}. */
export const SESSION_STORE = Symbol('gateway.session-store');
