import type { Readable } from 'node:stream';
import type { StoredObject, Warehouse } from './warehouse';

/** Where a payload too large for a message waits for its reader. */
export interface ClaimChecks {
  put(content: Uint8Array | Readable): Promise<StoredObject>;
  open(object: string): Promise<Readable>;
}

/** The result area of a warehouse that is still being opened: composition roots are built before anything is awaited. */
export function claimChecksIn(warehouse: Promise<Pick<Warehouse, 'results'>>): ClaimChecks {
  return {
    put: async (content) => (await warehouse).results.put(content),
    open: async (object) => (await warehouse).results.open(object),
  };
}
