import { ProblemError } from '@svc/contracts';

const RETRY_AFTER = 10;

/** How many bytes the running uploads of one caller occupy in this process, and their limit. Uploads stream to disk, so this limits disk. */
export class UploadAllowance {
  private readonly held = new Map<string, number>();

  constructor(private readonly limit: number) {}

  of(caller: string): { readonly used: number; readonly limit: number } {
    return { used: this.held.get(caller) ?? 0, limit: this.limit };
  }

  /** The chunks, counted as they pass; rejects with `insufficient-storage` at the caller's limit. */
  async *counted(caller: string, upload: HeldUpload, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const { used, limit } = this.of(caller);
      if (used + chunk.byteLength > limit)
        throw new ProblemError(
          'insufficient-storage',
          'Your unfinished uploads have reached their limit of bytes. Wait for one to end.',
          { retryAfter: RETRY_AFTER, data: { quota: 'uploads', used, limit } },
        );
      this.held.set(caller, used + chunk.byteLength);
      upload.bytes += chunk.byteLength;
      yield chunk;
    }
  }

  /** The file is adopted or gone. Idempotent. */
  release(caller: string, upload: HeldUpload): void {
    const left = this.of(caller).used - upload.bytes;
    upload.bytes = 0;
    if (left > 0) this.held.set(caller, left);
    else this.held.delete(caller);
  }
}

/** The bytes that one upload occupies. */
export interface HeldUpload {
  bytes: number;
}
