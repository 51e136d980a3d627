import autocannon, { type Result } from 'autocannon';

/** Where requests go, and what they must be answered with. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

export interface Load {
  /** Milliseconds that each request took which was answered as it must be. */
  readonly latencies: readonly number[];
  /** Of those. */
  readonly perSecond: number;
  /** What the others were told: the busy machine's "not now". */
  readonly refusals: readonly string[];
}

/** The gateway ends a line after 10,000 requests, and the load tool does not listen when it is told so. */
const REQUESTS_PER_LINE = 5_000;
const NOT_NOW = 503;

/** Asks over so many connections, each with one request under way, for so many seconds. Throws when an answer is neither what it must be nor "not now". */
export async function load({ url, headers, status }: Target, connections: number, seconds: number): Promise<Load> {
  const latencies: number[] = [];
  const refusals: string[] = [];
  const wrong = new Set<number>();
  const onResponse = (code: number, body: string): void => {
    if (code === NOT_NOW) refusals.push(body);
    else if (code !== status) wrong.add(code);
  };
  const begun = performance.now();
  const { errors, timeouts } = await new Promise<Result>((resolve, reject) => {
    const options = {
      url,
      headers: { ...headers },
      connections,
      duration: seconds,
      reconnectRate: REQUESTS_PER_LINE,
      requests: [{ onResponse }],
    };
    const run = autocannon(options, (error, result) => {
      if (error instanceof Error) reject(error);
      else resolve(result);
    });
    run.on('response', (_client, code, _bytes, took) => {
      if (code === status) latencies.push(took);
    });
  });
  if (wrong.size + errors + timeouts > 0 || latencies.length === 0)
    throw new Error(
      `${url}: ${String(errors)} errors, ${String(timeouts)} time-outs, status ${[...wrong].join(', ')}, ${String(refusals.length)} refusals`,
    );
  return { latencies, refusals, perSecond: latencies.length / ((performance.now() - begun) / 1000) };
}
