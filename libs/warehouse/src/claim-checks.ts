import type { Readable } from 'node:stream';
import type { StoredObject, Warehouse } from './warehouse';

/** Stores a payload that is too large for a message until its reader fetches it. */
export interface ClaimChecks {
  put(content: Uint8Array | Readable): Promise<StoredObject>;
  open(object: string): Promise<Readable>;
  /** It was read, or nobody will read it. Objects that are not answers stay. */
  discard(object: string): Promise<void>;
}

/**
 * The result area of a warehouse that is still being opened: composition roots are built before anything is awaited.
 * A claim may also name a permanent object, so both are opened.
 */
export function claimChecksIn(warehouse: Promise<Pick<Warehouse, 'results' | 'openRead'>>): ClaimChecks {
  return {
    put: async (content) => (await warehouse).results.put(content),
    open: async (object) => (await warehouse).openRead(object),
    discard: async (object) => (await warehouse).results.discard(object),
  };
}
