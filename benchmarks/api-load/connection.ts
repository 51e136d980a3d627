import { Agent, request } from 'node:http';

/** How a request ended: with an answer, or without one. */
export type Ended =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: number | null;
      readonly etag: string | null;
      readonly body: string;
      readonly ms: number;
    }
  | { readonly kind: 'broken'; readonly why: string };

export interface Request {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly ifMatch?: string;
}

/** A request may wait so long before it counts as never answered. */
const HANG_MS = 60_000;

/** One line to the gateway, kept open, with one request at a time on it. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly base: string,
    private readonly token: string,
  ) {}

  ask({ method, path, body, ifMatch }: Request): Promise<Ended> {
    const text = body === undefined ? null : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(text === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    const begun = performance.now();
    return new Promise((resolve) => {
      const sent = request(this.base + path, { method, headers, agent: this.agent, timeout: HANG_MS }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', (error) => {
          resolve({ kind: 'broken', why: error.message });
        });
        response.once('end', () => {
          const after = response.headers['retry-after'];
          resolve({
            kind: 'answered',
            status: response.statusCode ?? 0,
            retryAfter: after === undefined ? null : Number(after),
            etag: response.headers.etag ?? null,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - begun,
          });
        });
      });
      sent.once('timeout', () => {
        sent.destroy(new Error('no answer in a minute'));
      });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        resolve({ kind: 'broken', why: error.code ?? error.message });
      });
      sent.end(text ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
