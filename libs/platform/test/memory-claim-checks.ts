import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClaimCheckStore } from '../src/claim-check/claim-check-store';

/** The port with nothing behind it but a map; both sides of a test share one, as both services share the warehouse. */
export class MemoryClaimChecks implements ClaimCheckStore {
  readonly objects = new Map<string, Buffer>();

  async put(content: Uint8Array | Readable): Promise<{ object: string; bytes: number }> {
    const stored = content instanceof Uint8Array ? Buffer.from(content) : Buffer.concat(await content.toArray());
    const object = createHash('sha256').update(stored).digest('hex');
    this.objects.set(object, stored);
    return { object, bytes: stored.length };
  }

  discard(object: string): Promise<void> {
    this.objects.delete(object);
    return Promise.resolve();
  }

  open(object: string): Promise<Readable> {
    const stored = this.objects.get(object);
    return stored === undefined
      ? Promise.reject(new Error(`no object ${object}`))
      : Promise.resolve(Readable.from([stored]));
  }
}
