import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Anchor, AnchorDestination } from '../anchor.ports';
import { createText, readIfThere } from './durable-text';

/** A folder, or a mounted bucket, that stores every checkpoint under its size and never replaces one: `000000001234.note`. */
export class AnchorDirectory implements AnchorDestination {
  readonly name = 'store';

  constructor(private readonly directory: string) {}

  async publish({ note, size }: Anchor): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    const path = join(this.directory, `${String(size).padStart(12, '0')}.note`);
    if (await createText(path, note)) return;
    if ((await readIfThere(path)) !== note)
      throw new Error(`${path} is another checkpoint of as many records: the log was forked, or has a new key`);
  }
}
