import type { Readable } from 'node:stream';

/**
 * Stores payloads that are too large for a message until their reader fetches them; the composition root provides the
 * adapter (the warehouse).
 */
export interface ClaimCheckStore {
  /** Stores the bytes durably; `object` is their SHA-256 in hex, so storing the same bytes again is harmless. */
  put(content: Uint8Array | Readable): Promise<{ readonly object: string; readonly bytes: number }>;
  /** Streams a stored object; rejects with the code `no-such-object` when there is none, `object-corrupt` when it was changed. */
  open(object: string): Promise<Readable>;
  /**
   * Its reader has it, or no longer needs it. Does nothing for objects that were never `put` or are already removed.
   */
  discard(object: string): Promise<void>;
}
