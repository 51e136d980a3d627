import type { CallOrigin } from '@svc/platform';
import type { Derivation, ExecutionResult, Json, Manifest, TableVersion } from '@svc/contracts';

/** A derivation as kept: its manifest, the project files it was sent with, and who owns it. */
export interface StoredDerivation {
  readonly manifest: Manifest;
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly origin: Derivation['origin'];
  readonly owner: string;
  readonly etag: string;
  readonly environment: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DerivationStore {
  find(name: string): Promise<StoredDerivation | null>;
  /** Those of `names` that exist. */
  findAll(names: readonly string[]): Promise<StoredDerivation[]>;
  page(after: string | null, limit: number): Promise<StoredDerivation[]>;
  /** Writes if the stored etag is `expected` (null: must not exist yet); false when it is not. */
  save(derivation: StoredDerivation, expected: string | null): Promise<boolean>;
  delete(name: string, expected: string): Promise<boolean>;
  /** Names of derivations that take `name` as an input. */
  dependents(name: string): Promise<string[]>;
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
  execute(request: ExecutionRequest, context: CallOrigin, progress: (message: string) => void): Promise<ExecutionResult>;
}
export const SANDBOX = Symbol('Sandbox');

/** What dataset names stand for now. */
export interface DatasetCatalog {
  resolve(names: readonly string[], context: CallOrigin): Promise<Readonly<Record<string, TableVersion>>>;
}
export const DATASET_CATALOG = Symbol('DatasetCatalog');
