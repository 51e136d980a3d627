import { lookup as resolve } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
/** Counts as public, and is the metadata service of every virtual machine at one of the large providers. */
const AZURE_METADATA = '168.63.129.16';

/** The answer of a receiver. */
export interface PostAnswer {
  readonly status: number;
  /** Its header `Retry-After`, as it came: seconds or a date. */
  readonly retryAfter: string | null;
  /** As text; of a longer answer the first 64 KiB. */
  readonly body: string;
  /** From the call to the end of the answer. */
  readonly durationMs: number;
}

/**
 * Posts to an address that an operator configured, and to nothing inside our network: https to public addresses only, where
 * the address that is connected to is the one that was checked. Redirects are not followed.
 */
export class GuardedPost {
  constructor(
    /** Lets http and https go to loopback too, on any port. */
    readonly allowLoopback: boolean,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** What the receiver answers. Rejects when the target may not be reached, cannot be, or takes too long. */
  async send(url: URL, body: string, headers: Readonly<Record<string, string>>): Promise<PostAnswer> {
    requireTarget(url, this.allowLoopback);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const began = performance.now();
    return new Promise((fulfil, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent: false,
        lookup: this.lookup,
        signal: AbortSignal.timeout(this.timeoutMs),
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES) answer.destroy();
        });
        answer.on('error', reject).on('close', () => {
          fulfil({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'] ?? null,
            body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString(),
            durationMs: performance.now() - began,
          });
        });
      });
      sent.end(body);
    });
  }

  /** Never called for literal addresses, which is why `requireTarget` looks at those. */
  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { all: true }).then(
      (found) => {
        const allowed = found.filter(({ address }) => mayReach(address, this.allowLoopback));
        const [first] = allowed;
        if (first === undefined) callback(new Error(`${hostname} has no public address`), '');
        else if (options.all === true) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '');
      },
    );
  };
}

/** @throws Error unless the URL may be posted to, as far as can be told without resolving its name */
export function requireTarget(url: URL, allowLoopback: boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const loopback = allowLoopback && (host === 'localhost' || isLoopback(host));
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:'))
    throw new Error(`${url.origin} is not https`);
  if (url.username !== '' || url.password !== '') throw new Error('a webhook URL must not contain credentials');
  if (!loopback && !PORTS.has(url.port)) throw new Error(`port ${url.port} is not one that webhooks may use`);
  if (ipaddr.isValid(host) && !mayReach(host, allowLoopback)) throw new Error(`${host} is not a public address`);
}

function mayReach(address: string, allowLoopback: boolean): boolean {
  if (allowLoopback && isLoopback(address)) return true;
  return ipaddr.process(address).range() === 'unicast' && address !== AZURE_METADATA;
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
