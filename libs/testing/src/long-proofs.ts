import { everyTest } from './config';

/** A sample is a fifth of a long proof, and never fewer cases than these. */
const SHARE = 5;
const MIN_CASES = 20;

/** True under `./svc test --all`: long proofs (soaks, faults, calibration, properties over many cases) run whole. */
export function provesAll(): boolean {
  return everyTest();
}

/** How many of the cases of a long proof to run: all of them under `./svc test --all`, else a sample. */
export function casesOf(all: number): number {
  return provesAll() ? all : Math.min(all, Math.max(MIN_CASES, Math.ceil(all / SHARE)));
}

/** The items of a long proof to look at: all of them under `./svc test --all`, else a sample spread over them. */
export function sampleOf<T>(items: readonly T[]): readonly T[] {
  const step = items.length / casesOf(items.length);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
