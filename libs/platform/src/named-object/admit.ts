import { maySee, type ObjectAccess, type Principal, ProblemError, type SaidAccess } from '@svc/contracts';
import { requireAbsent, requireMatch } from './precondition/if-match';
import { accessOfExisting, accessOfNew } from './access/object-access';
import type { Past } from './past';

/** Who asks for a change of an object, and which version they have read. */
export interface ChangeRequest {
  /** What people call such an object: `saved query`. */
  readonly what: string;
  readonly name: string;
  readonly who: Principal;
  readonly ifMatch: string | undefined;
}

/** The same, of a definition that is put under a name. */
export interface PutRequest extends ChangeRequest {
  /** Who is to see it, when it is new. */
  readonly said?: SaidAccess | undefined;
  /** Who sees it when nothing is said: its owner alone, unless this says otherwise. */
  readonly otherwise?: SaidAccess;
}

/** A definition that may be put. */
export interface AdmittedPut<T> {
  /** What it replaces; null when there is none for the caller. */
  readonly before: T | null;
  readonly access: ObjectAccess;
  /** The number it gets, if it differs from what is there. */
  readonly version: number;
  /** What the history says of a new one. */
  readonly created: 'created' | 'created again';
}

/** The object, if there is one for `who`. */
export function asSeen<T extends ObjectAccess>(there: T | null, who: Principal): T | null {
  return there !== null && maySee(there, who) ? there : null;
}

/** The one answer for a name that was never used, and for an object that the caller may not see: nobody can tell which. */
export function noSuchObject(what: string, name: string): ProblemError {
  return new ProblemError('not-found', `There is no ${what} "${name}".`);
}

/**
 * Admits a definition under a name: as a new object, if the name is free and the caller expects none there; in place of the one
 * whose tag they have read. `there` is what has the name, whoever may see it.
 */
export function admitPut<T extends ObjectAccess>(
  { what, name, who, ifMatch, said, otherwise }: PutRequest,
  there: T | null,
  past: Past,
  etagOf: (one: T) => string,
): AdmittedPut<T> {
  const before = asSeen(there, who);
  if (before === null) requireAbsent(titled(what, name), ifMatch);
  else requireMatch(titled(what, name), etagOf(before), ifMatch);
  const registering = { what: `${what} "${name}"`, who, said, ...(otherwise && { otherwise }) };
  return {
    before,
    access:
      before === null ? accessOfNew(name, there ?? past.access, registering) : accessOfExisting(before, registering),
    version: past.lastVersion + 1,
    created: past.lastVersion === 0 ? 'created' : 'created again',
  };
}

/** Admits another change of an object: the one that the caller sees, whose tag they have read. */
export function admitChange<T extends ObjectAccess>(
  { what, name, who, ifMatch }: ChangeRequest,
  there: T | null,
  etagOf: (one: T) => string,
): T {
  const before = asSeen(there, who);
  if (before === null) throw noSuchObject(what, name);
  requireMatch(titled(what, name), etagOf(before), ifMatch);
  return before;
}

/** As sentences begin: `Saved query "late"`. */
export function titled(what: string, name: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} "${name}"`;
}
