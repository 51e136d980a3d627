import { readUnverifiedCheckpoint } from '@svc/audit-chain';
import type { Anchor, AnchorDestination } from '../anchor.ports';
import { readIfThere, replaceText } from './durable-text';

/** A file with the newest checkpoint, as `svc certificate chain --anchor` takes it: on another disk, or in a folder that is backed up. */
export class AnchorFile implements AnchorDestination {
  readonly name = 'file';

  constructor(private readonly path: string) {}

  async publish({ note, size, root }: Anchor): Promise<void> {
    const text = await readIfThere(this.path);
    const kept = text === null ? null : readUnverifiedCheckpoint(text);
    if (kept !== null && kept.size === size && kept.root !== root) {
      throw new Error(`${this.path} holds a checkpoint of ${size} records with another root: the log was forked`);
    }
    if (kept === null || kept.size < size) await replaceText(this.path, note);
  }
}
