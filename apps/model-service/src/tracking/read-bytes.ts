import type { Readable } from 'node:stream';
import type { ProblemError } from '@svc/contracts';

/** The whole of a stream of bytes; throws `tooLarge` for one that has more than `max`. */
export async function readBytes(stream: Readable, max: number, tooLarge: () => ProblemError): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a stream of bytes has something else in it');
    bytes += chunk.length;
    if (bytes > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
