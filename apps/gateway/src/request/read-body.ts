import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@svc/contracts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Time without a byte after which a body is refused (slow senders must not keep a request open). */
  readonly idleMs: number;
}

/** The whole body in memory. Refuses one that is too large: before reading when Content-Length says so, else as soon as it is. */
export async function readBody(request: IncomingMessage, { maxBytes, idleMs }: BodyLimits): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  await eachChunk(request, idleMs, (chunk) => {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  });
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/**
 * {@link patiently} for small bodies: listeners and one timer cost a fraction of an iterator, a promise and a timer for
 * each chunk. What `take` throws ends the reading.
 */
function eachChunk(request: IncomingMessage, idleMs: number, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      request.pause();
      settle();
    };
    const onData = (chunk: Buffer): void => {
      timer.refresh();
      try {
        take(chunk);
      } catch (error) {
        end(() => reject(asError(error)));
      }
    };
    const onEnd = (): void => end(resolve);
    const onCut = (error?: Error): void => end(() => reject(cutOff(error)));
    const timer = setTimeout(() => end(() => reject(stalled(idleMs))), idleMs);
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}

/** True when the request has a body. */
export function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/**
 * The chunks of a body as they arrive. Rejects when the sender stalls or disconnects. Stopping early leaves the request open, so
 * that an answer can still be sent.
 */
export async function* patiently(request: IncomingMessage, idleMs: number): AsyncGenerator<Buffer, void, undefined> {
  const chunks = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = await withinIdle(chunks.next(), idleMs);
    if (next.done === true) return;
    yield next.value;
  }
}

async function withinIdle<T>(next: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stalled(idleMs)), idleMs);
  });
  try {
    return await Promise.race([next, quiet]);
  } catch (error) {
    throw error instanceof ProblemError ? error : cutOff(error);
  } finally {
    clearTimeout(timer);
  }
}

function stalled(idleMs: number): ProblemError {
  return new ProblemError('malformed-body', `The body stalled: no byte arrived for ${idleMs} ms.`);
}

function cutOff(cause: unknown): ProblemError {
  return new ProblemError('malformed-body', 'The body ended before it was complete.', { cause });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('a chunk was refused', { cause: error });
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', `The body may have at most ${maxBytes} bytes.`, {
    data: { max_bytes: maxBytes },
  });
}
