import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** 204, 205 and 304 have no body, and `Response` refuses one. */
const BODILESS: readonly number[] = [204, 205, 304];

/**
 * `fetch` over Node's own HTTP client, limited to what the typed client uses. The built-in one compiles a WebAssembly
 * parser in the background, and a process that ends waits for it: longer than a whole command takes.
 */
export const nodeFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const outgoing = request(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.signal == null ? {} : { signal: init.signal }),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.once('response', resolve).on('error', reject),
  );
  if (init.body instanceof ReadableStream) {
    // A service that refuses early stops reading: its answer counts then, not the broken pipe.
    pipeline(Readable.from(init.body), outgoing).catch(() => undefined);
  } else outgoing.end(init.body);
  return responseOf(await answered, init.redirect);
};

function responseOf(incoming: IncomingMessage, redirect: RequestInit['redirect']): Response {
  const status = incoming.statusCode ?? 0;
  if (redirect === 'error' && status >= 300 && status < 400 && status !== 304) {
    incoming.destroy();
    throw new TypeError(`redirected to ${incoming.headers.location ?? 'somewhere'}`);
  }
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')]),
  );
  return new Response(BODILESS.includes(status) ? null : Readable.toWeb(incoming), { status, headers });
}
