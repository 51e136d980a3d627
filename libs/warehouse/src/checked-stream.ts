import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { examine, factsOf, openFile, streamOf } from './checked-file';
import type { Condition } from './object-check';
import type { ByteRange } from './warehouse';
import { WarehouseError } from './warehouse-error';

/** Of a file that is replaced or linked again and again while it is to be opened. */
const ATTEMPTS = 3;

interface CheckedFile {
  readonly path: string;
  readonly object: string;
  /** How the file at `path` is now. */
  condition(): Promise<Condition>;
}

/** Opens an intact file: the very one that was found intact. Null when it is not, or no longer. */
export async function openIntact(file: CheckedFile, range: ByteRange, attempts = ATTEMPTS): Promise<Readable | null> {
  const found = await file.condition();
  const handle = found.kind === 'intact' ? await openFile(file.path) : null;
  if (found.kind !== 'intact' || handle === null) return null;
  if (factsOf(await handle.stat({ bigint: true })).identity === found.identity || attempts === 1)
    return checkedStream(handle, file.object, found.identity, range);
  await handle.close();
  return openIntact(file, range, attempts - 1);
}

/**
 * Part of a file that was found right under `identity`. The last piece is held back until the file is known to be the same
 * still, or to hold the same bytes; else the stream breaks off before it is complete. Closes the file.
 */
function checkedStream(file: FileHandle, object: string, identity: string, range: ByteRange): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let held: Uint8Array | null = null;
    try {
      for await (const piece of streamOf(file, range)) {
        if (held !== null) yield held;
        held = piece;
      }
      if (
        factsOf(await file.stat({ bigint: true })).identity !== identity &&
        !(await examine(file, object, new Date(0))).intact
      )
        throw new WarehouseError('object-corrupt', `The object ${object} was changed while it was read.`);
      if (held !== null) yield held;
    } finally {
      await file.close();
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}
