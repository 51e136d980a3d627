import { ProblemError } from '@svc/contracts';
import type { CustomFetch } from 'openid-client';
import { z } from 'zod';

const MAX_BYTES = 1024 * 1024;
const chunk = z.instanceof(Uint8Array);

/** Calls the identity provider: follows no redirect, reads at most a mebibyte; a provider that cannot answer is `unavailable`. */
export const boundedFetch: CustomFetch = async (url, options) => {
  try {
    // The time-out is in the signal that openid-client passes.
    const response = await fetch(url, {
      ...options,
      redirect: 'manual',
      body: options.body ?? null,
      signal: options.signal ?? null,
    });
    if (response.status >= 500 || response.status === 429) throw new Error(`it answered ${response.status}`);
    const bytes = await readBounded(response);
    return new Response(bytes.length === 0 ? null : bytes, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  } catch (error) {
    throw away(error);
  }
};

/** What callers see while the identity provider is unreachable. */
export function away(cause: unknown): ProblemError {
  return new ProblemError('unavailable', 'The identity provider does not answer. Try again in a moment.', {
    retryAfter: 5,
    cause,
  });
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const part = chunk.parse(next.value);
    length += part.length;
    if (length > MAX_BYTES) {
      await reader?.cancel();
      throw new Error(`it answered with more than ${MAX_BYTES} bytes`);
    }
    chunks.push(part);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}
