import type { Readable } from 'node:stream';

/** Where a payload too large for a message waits for its reader; the composition root gives the adapter (the warehouse). */
export interface ClaimCheckStore {
  /** Stores the bytes durably; `object` is their SHA-256 in hex, so storing the same bytes again is harmless. */
  put(content: Uint8Array | Readable): Promise<{ readonly object: string; readonly bytes: number }>;
  /** Streams a stored object; rejects with the code `no-such-object` when there is none, `object-corrupt` when it was changed. */
  open(object: string): Promise<Readable>;
  /** Its reader has it, or is gone. Does nothing for what was never `put`, or is gone already. */
  discard(object: string): Promise<void>;
}
