import type { CertifiedSource } from '@svc/contracts';
import type { CallContext } from '@svc/platform';

/** Resolves derivation names to their current certified rows. */
export interface CertifiedSources {
  /** Unknown names are left out. */
  resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, CertifiedSource>>;
}
export const CERTIFIED_SOURCES = Symbol('CertifiedSources');
