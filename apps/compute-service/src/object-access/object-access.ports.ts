import type { ObjectAccess, OwnedKind } from '@svc/contracts';

/** The kinds of object that this service keeps. */
export type KeptKind = Extract<OwnedKind, 'dataset' | 'query'>;

export interface ObjectAccessStore {
  find(kind: KeptKind, name: string): Promise<ObjectAccess | null>;
  /** Stores what `decide` makes of the sharing as it is; when it throws, nothing. Changes of one object wait for each other. */
  change(kind: KeptKind, name: string, decide: (before: ObjectAccess | null) => ObjectAccess): Promise<ObjectAccess>;
}
export const OBJECT_ACCESS_STORE = Symbol('ObjectAccessStore');
