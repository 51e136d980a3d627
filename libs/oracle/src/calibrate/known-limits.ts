import type { Bar } from './bars';
import type { ErrorRates } from './calibrate';

interface KnownLimit {
  readonly applies: (row: Pick<ErrorRates, 'kind' | 'design' | 'n'>) => boolean;
  readonly bar: Bar;
  readonly why: string;
}

/** Bars that are known to be out of honest reach, and why. */
const KNOWN_LIMITS: readonly KnownLimit[] = [];

/** Why a row misses a bar; says so when nobody knows yet. */
export function reasonFor(row: Pick<ErrorRates, 'kind' | 'design' | 'n'>, bar: Bar): string {
  return KNOWN_LIMITS.find((limit) => limit.bar === bar && limit.applies(row))?.why ?? 'not explained yet';
}
