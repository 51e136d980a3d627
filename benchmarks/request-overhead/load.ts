import autocannon, { type Result } from 'autocannon';

/** Where requests go, and what they must be answered with. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

export interface Load {
  /** Milliseconds that each request took. */
  readonly latencies: readonly number[];
  readonly perSecond: number;
}

/** The gateway ends a line after 10,000 requests, and the load tool does not listen when it is told so. */
const REQUESTS_PER_LINE = 5_000;

/** Asks over so many connections, each with one request under way, for so many seconds. Throws when an answer is another than it must be. */
export async function load({ url, headers, status }: Target, connections: number, seconds: number): Promise<Load> {
  const latencies: number[] = [];
  const wrong = new Set<number>();
  const begun = performance.now();
  const { errors, timeouts } = await new Promise<Result>((resolve, reject) => {
    const run = autocannon({ url, headers: { ...headers }, connections, duration: seconds, reconnectRate: REQUESTS_PER_LINE }, (error, result) => { if (error instanceof Error) reject(error); else resolve(result); });
    run.on('response', (_client, statusCode, _bytes, took) => {
      if (statusCode !== status) wrong.add(statusCode);
      latencies.push(took);
    });
  });
  if (wrong.size + errors + timeouts > 0) throw new Error(`${url}: ${String(errors)} errors, ${String(timeouts)} time-outs, status ${[...wrong].join(', ') || String(status)}`);
  return { latencies, perSecond: latencies.length / ((performance.now() - begun) / 1000) };
}
