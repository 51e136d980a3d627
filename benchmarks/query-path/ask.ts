import { Agent, request } from 'node:http';
import type { Json } from '@svc/contracts';

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Sends a JSON body and reads the whole answer, over lines that stay open; nothing of ours is measured along. */
export type Ask = (path: string, body: Json) => Promise<Answered>;

/** The gateway ends a line after 10,000 requests; an agent notices only when it has sent the next one. */
const LINE_ENDED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

export function askAt(base: string, token: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1024 });
  const target = new URL(base);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  const once = (path: string, text: string): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = request({ agent, host: target.hostname, port: target.port, path, method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(text) } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => { resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }); });
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return (path, body) => {
    const text = JSON.stringify(body);
    return once(path, text).catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && LINE_ENDED.has(error.code)) return once(path, text);
      throw error;
    });
  };
}
