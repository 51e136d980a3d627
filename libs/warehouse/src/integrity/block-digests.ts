import { createHash } from 'node:crypto';

const BLOCK_BYTES = 1024 * 1024;
const HEADER = 'svc.blocks/v1';

/** The digest of each block of a file, computed while the file is written or read. */
export class BlockDigests {
  private readonly digests: string[] = [];
  private open = createHash('sha256');
  private filled = 0;
  private bytes = 0;

  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.byteLength;) {
      const piece = chunk.subarray(at, at + BLOCK_BYTES - this.filled);
      this.open.update(piece);
      this.filled += piece.byteLength;
      at += piece.byteLength;
      if (this.filled === BLOCK_BYTES) this.closeBlock();
    }
    this.bytes += chunk.byteLength;
  }

  /** One line per block after a header; null for a file with a single block. */
  text(): string | null {
    if (this.filled > 0) this.closeBlock();
    if (this.digests.length < 2) return null;
    return `${[`${HEADER} ${this.bytes}`, ...this.digests].join('\n')}\n`;
  }

  private closeBlock(): void {
    this.digests.push(this.open.digest('hex'));
    this.open = createHash('sha256');
    this.filled = 0;
  }
}

/** Reads what {@link BlockDigests.text} wrote; null for anything else. */
export function parseBlocks(text: string): { readonly bytes: number; readonly digests: readonly string[] } | null {
  const [header = '', ...digests] = text.trimEnd().split('\n');
  const [name, bytes] = header.split(' ');
  return name === HEADER ? { bytes: Number(bytes), digests } : null;
}
