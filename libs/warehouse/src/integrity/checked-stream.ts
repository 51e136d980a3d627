import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { examine, factsOf, openFile, streamOf } from './checked-file';
import type { Condition } from './object-check';
import type { ByteRange } from '../warehouse';
import { WarehouseError } from '../warehouse-error';

/** Attempts to open a file that keeps being replaced or linked. */
const ATTEMPTS = 3;

interface CheckedFile {
  readonly path: string;
  readonly object: string;
  /** Checks the file at `path`. */
  condition(): Promise<Condition>;
}

/** Opens exactly the file that was verified as intact. Null if it is not, or no longer, intact. */
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
 * Part of a file that was verified under `identity`. The last piece is held back until the file is known to be
 * unchanged, or to have the same bytes; otherwise the stream fails before it is complete. Closes the file.
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
