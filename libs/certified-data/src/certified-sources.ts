import type { CertifiedSource } from '@svc/contracts';
import type { CallContext } from '@svc/platform';

/** What derivation names stand for now. */
export interface CertifiedSources {
  /** Unknown names are left out. */
  resolve(names: readonly string[], context: CallContext): Promise<ReadonlyMap<string, CertifiedSource>>;
}
export const CERTIFIED_SOURCES = Symbol('CertifiedSources');
