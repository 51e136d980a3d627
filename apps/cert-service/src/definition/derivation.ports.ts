import type { CallOrigin } from '@svc/platform';
import type {
  Derivation,
  ExecutionResult,
  Json,
  Manifest,
  ObjectAccess,
  Principal,
  TableVersion,
} from '@svc/contracts';

/** A derivation as kept: its manifest, the project files it was sent with, and who sees it. */
export interface StoredDerivation extends ObjectAccess {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly origin: Derivation['origin'];
  /** Who put the definition that is in force: it acts with their rights, as they are when it runs. */
  readonly definedBy: string;
  readonly etag: string;
  readonly environment: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What stands on something: the names that are seen, and how many are not. */
export interface Dependents {
  readonly seen: readonly string[];
  readonly unseen: number;
}

/** Every reading is somebody's: what they may not see is not there for them. */
export interface DerivationStore {
  find(name: string, who: Principal): Promise<StoredDerivation | null>;
  /** Those of `names` that exist. */
  findAll(names: readonly string[], who: Principal): Promise<StoredDerivation[]>;
  /** Those of `names` that exist, whoever may see them: for judging what stands on them, and never to be told. */
  inForce(names: readonly string[]): Promise<StoredDerivation[]>;
  /** In order of name, those after `after`. */
  page(after: string | null, limit: number, who: Principal): Promise<StoredDerivation[]>;
  /** Whose a name is or, when deleted, was; for deciding, whoever asks, and never to be told. */
  accessOf(name: string): Promise<ObjectAccess | null>;
  /** Writes if the stored etag is `expected` (null: must not exist yet) and `who` still sees it; false when not. Who sees one that exists stays as it is. */
  save(derivation: StoredDerivation, expected: string | null, who: Principal): Promise<boolean>;
  /** Changes who sees it if that is still `expected`; false when it is not. */
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
  /** Runs the derivation twice; asking again with the same run id joins the same execution. */
  execute(
    request: ExecutionRequest,
    context: CallOrigin,
    progress: (message: string) => void,
  ): Promise<ExecutionResult>;
}
export const SANDBOX = Symbol('Sandbox');

/** What dataset names stand for now. */
export interface DatasetCatalog {
  /** As the caller sees them, or `as` does. */
  resolve(
    names: readonly string[],
    context: CallOrigin,
    as?: Principal,
  ): Promise<Readonly<Record<string, TableVersion>>>;
}
export const DATASET_CATALOG = Symbol('DatasetCatalog');

/** What somebody is worth now who wrote something once. */
export interface Authors {
  /** Null, and why in words, when they are nobody any more. */
  find(id: string, context: CallOrigin): Promise<{ readonly principal: Principal | null; readonly why: string }>;
}
export const AUTHORS = Symbol('Authors');
