import type { ObjectAccess, Principal, SaidAccess } from '@svc/contracts';
import type { z } from 'zod';
import type { Queryable } from '../data/query-rows';
import type { CallContext } from '../rpc/call-context';

/** What a kind of named object says of itself; its life cycle is the same for all (`NamedObjects`). */
export interface NamedObjectKind<D> {
  /** What people call one: `saved query`. */
  readonly what: string;
  /**
   * `name`, `definition`, `owner`, `visibility`, `groups`, `version`, `etag`, `created_at` and `updated_at`; with a history also
   * `<table>_version` and `deleted_<table>`.
   */
  readonly table: string;
  /** The definition as it is stored. */
  readonly definition: z.ZodType<D>;
  /** Keeps every version, beyond deletion. */
  readonly history: boolean;
  /** Refuses a definition for reasons that no schema can say. Nothing is locked meanwhile. */
  readonly check?: (definition: D, context: CallContext) => Promise<void>;
  /** Refuses a change for the sake of other objects, in its transaction: what this locks stays so until the change is done. */
  readonly admit?: (change: ObjectChange<D>, on: Queryable) => Promise<void>;
  /** Who sees a new one when its registration does not say; its owner alone, unless this says otherwise. */
  readonly firstAccess?: (definition: D) => SaidAccess;
}

/** What is about to be stored of an object; `after` is null when it is deleted. */
export interface ObjectChange<D> {
  readonly name: string;
  readonly before: D | null;
  readonly after: D | null;
  readonly who: Principal;
}

/** One as it is stored. */
export interface StoredObject<D> extends ObjectAccess {
  readonly name: string;
  readonly definition: D;
  readonly version: number;
  readonly etag: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
