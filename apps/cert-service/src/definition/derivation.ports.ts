import type { CallOrigin } from '@svc/platform';
import type {
  BrokenFile,
  Derivation,
  ExecutionResult,
  Json,
  Manifest,
  ObjectAccess,
  Principal,
  TableVersion,
} from '@svc/contracts';

/** A stored derivation: its manifest, the project files it was registered with, and its access. */
export interface StoredDerivation extends ObjectAccess {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly origin: Derivation['origin'];
  /** The author of the current definition: it acts with their rights, as they are when it runs. */
  readonly definedBy: string;
  readonly etag: string;
  readonly environment: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Dependents of an object: the visible names, and the number of others. */
export interface Dependents {
  readonly seen: readonly string[];
  readonly unseen: number;
}

/** Every read has a reader: what they may not see does not exist for them. */
export interface DerivationStore {
  find(name: string, who: Principal): Promise<StoredDerivation | null>;
  /** Those of `names` that exist. */
  findAll(names: readonly string[], who: Principal): Promise<StoredDerivation[]>;
  /** Those of `names` that exist, regardless of access: for judging dependents, and never to be disclosed. */
  inForce(names: readonly string[]): Promise<StoredDerivation[]>;
  /** In order of name, those after `after`. */
  page(after: string | null, limit: number, who: Principal): Promise<StoredDerivation[]>;
  /** The owner of a name, also of a deleted one; for decisions regardless of the caller, and never to be disclosed. */
  accessOf(name: string): Promise<ObjectAccess | null>;
  /** Writes if the stored etag is `expected` (null: must not exist yet) and `who` still sees it; else returns false. The access of an existing one is kept. */
  save(derivation: StoredDerivation, expected: string | null, who: Principal): Promise<boolean>;
  /** Changes the access if it is still `expected`; else returns false. */
  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean>;
  delete(name: string, expected: string, who: Principal): Promise<boolean>;
  /** Derivations that take the dataset or derivation `name` as an input. */
  dependents(kind: 'dataset' | 'derivation', name: string, who: Principal): Promise<Dependents>;
}
export const DERIVATION_STORE = Symbol('DerivationStore');

export interface ProjectDescription {
  readonly manifests: readonly Manifest[];
  readonly sources: Readonly<Record<string, string>>;
  readonly environment: string;
  /** Files that cannot be imported; the others are described without them. */
  readonly broken: readonly BrokenFile[];
}

export interface ExecutionRequest {
  readonly runId: string;
  readonly derivation: StoredDerivation;
  readonly params: Readonly<Record<string, Json>>;
  readonly inputs: Readonly<Record<string, TableVersion>>;
}

/** Where author code runs: compute-service. */
export interface Sandbox {
  describe(files: Readonly<Record<string, string>>, context: CallOrigin): Promise<ProjectDescription>;
  /** Runs the derivation twice; the same run id joins the same execution. */
  execute(
    request: ExecutionRequest,
    context: CallOrigin,
    progress: (message: string) => void,
  ): Promise<ExecutionResult>;
}
export const SANDBOX = Symbol('Sandbox');

/** Resolves dataset names to their current rows. */
export interface DatasetCatalog {
  /** As the caller sees them, or as `as` does. */
  resolve(
    names: readonly string[],
    context: CallOrigin,
    as?: Principal,
  ): Promise<Readonly<Record<string, TableVersion>>>;
}
export const DATASET_CATALOG = Symbol('DatasetCatalog');

/** The current rights of an author. */
export interface Authors {
  /** Null, with the reason, when the author no longer exists or is disabled. */
  find(id: string, context: CallOrigin): Promise<{ readonly principal: Principal | null; readonly why: string }>;
}
export const AUTHORS = Symbol('Authors');
