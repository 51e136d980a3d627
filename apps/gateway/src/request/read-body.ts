import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@svc/contracts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Time without a byte after which a body is refused (slow senders must not keep a request open). */
  readonly idleMs: number;
}

/** The whole body in memory. Refuses one that is too large: before reading when Content-Length says so, else as soon as it is. */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limits.maxBytes) throw tooLarge(limits.maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of patiently(request, limits.idleMs)) {
    length += chunk.length;
    if (length > limits.maxBytes) throw tooLarge(limits.maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
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
    timer = setTimeout(
      () => reject(new ProblemError('malformed-body', `The body stalled: no byte arrived for ${idleMs} ms.`)),
      idleMs,
    );
  });
  try {
    return await Promise.race([next, quiet]);
  } catch (error) {
    throw error instanceof ProblemError
      ? error
      : new ProblemError('malformed-body', 'The body ended before it was complete.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', `The body may have at most ${maxBytes} bytes.`, {
    data: { max_bytes: maxBytes },
  });
}
