import { median, quantile } from '../measure/quantile';
import { say } from '../measure/say';
import type { Contender } from './contenders';
import { type Load, load } from './load';

/** What came of asking one contender for some seconds. */
export interface Slice extends Load {
  /** Processor milliseconds of everything that served, per request. */
  readonly cpuMs: number;
}

export async function slice({ name, target, meter }: Contender, connections: number, seconds: number): Promise<Slice> {
  const { result: asked, cpuMs } = await meter.spent(() => load(target, connections, seconds));
  const [refusal] = asked.refusals;
  if (refusal !== undefined) say(`${name}: ${String(asked.refusals.length)} refusals: ${refusal}`);
  return { ...asked, cpuMs: cpuMs / (asked.latencies.length + asked.refusals.length) };
}

export interface Summary {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly cpuMs: number;
  /** Share of the requests that were told "not now". */
  readonly refused: number;
}

/** Percentiles over all requests, the other figures the median of the slices. */
export function summary(slices: readonly Slice[]): Summary {
  const latencies = slices.flatMap((it) => [...it.latencies]);
  const refused = slices.reduce((sum, it) => sum + it.refusals.length, 0);
  return {
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    perSecond: median(slices.map((it) => it.perSecond)),
    cpuMs: median(slices.map((it) => it.cpuMs)),
    refused: refused / (refused + latencies.length),
  };
}
