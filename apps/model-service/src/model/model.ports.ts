import type { ModelDefinition, ObjectAccess, Principal } from '@svc/contracts';
import type { Past } from '@svc/platform';
import type { StoredModel } from './model';
import type { Registry, RegistryEvent } from './registry-rules';
import type { StoredVersion, VersionContent } from './version/version-content';

/** What a change makes of a model. */
export interface ModelChange {
  readonly name: string;
  readonly definition: ModelDefinition;
  /** Of a new one; an existing one keeps its own. */
  readonly access: ObjectAccess;
  /** Empty when the model is deleted. */
  readonly registry: Registry;
  /** Recorded for webhooks in the same transaction. */
  readonly events: readonly RegistryEvent[];
  /** The version that is new in `registry`. */
  readonly added?: { readonly content: VersionContent; readonly job: string };
  readonly deleted?: true;
  readonly by: string;
  readonly at: Date;
}

/** Models and their versions. Every read has a reader: what they may not see does not exist for them. */
export interface ModelStore {
  find(name: string, who: Principal): Promise<StoredModel | null>;
  /**
   * The version that `ref` names at this moment: asked for every prediction, so that an alias that moved counts from the next
   * request on. Null without such a model; `version` is null when there is none of that name.
   */
  resolve(
    name: string,
    ref: string,
    who: Principal,
  ): Promise<{ readonly owner: string; readonly version: number | null } | null>;
  names(who: Principal): Promise<readonly string[]>;
  page(after: string | null, limit: number | null, who: Principal): Promise<readonly StoredModel[]>;
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean>;
  /** Of a model that the caller sees, newest first, those before `before`; all of them without a limit. */
  versions(name: string, before: number | null, limit: number | null): Promise<readonly StoredVersion[]>;
  version(name: string, version: number): Promise<StoredVersion | null>;
  /** Of these rows, by the hashes of their content: those that a version was trained on. */
  trainedOn(dataHashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** The version that a training registered, deleted or not. */
  versionOfJob(job: string): Promise<{ readonly name: string; readonly version: number } | null>;
  /**
   * Decides on the model as it is and applies the decision, one change of a name at a time and atomically; one that throws
   * changes nothing, and null is no change. `there` may be a model that the caller may not see.
   */
  change<T extends ModelChange | null>(
    name: string,
    decide: (there: StoredModel | null, past: Past) => T | Promise<T>,
  ): Promise<T>;
}
export const MODEL_STORE = Symbol('ModelStore');
