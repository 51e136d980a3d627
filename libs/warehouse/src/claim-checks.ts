import type { Readable } from 'node:stream';
import type { StoredObject, Warehouse } from './warehouse';

/** Where a payload too large for a message waits for its reader. */
export interface ClaimChecks {
  put(content: Uint8Array | Readable): Promise<StoredObject>;
  open(object: string): Promise<Readable>;
  /** It was read, or nobody will. What is no answer but an object stays. */
  discard(object: string): Promise<void>;
}

/**
 * The result area of a warehouse that is still being opened: composition roots are built before anything is awaited.
 * What is handed out may also be an object that stays, so both are opened.
 */
export function claimChecksIn(warehouse: Promise<Pick<Warehouse, 'results' | 'openRead'>>): ClaimChecks {
  return {
    put: async (content) => (await warehouse).results.put(content),
    open: async (object) => (await warehouse).openRead(object),
    discard: async (object) => (await warehouse).results.discard(object),
  };
}
