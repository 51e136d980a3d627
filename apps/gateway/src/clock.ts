/** Wall-clock time, as a port: what is decided by it can be tested. */
export interface Clock {
  now(): Date;
}

/** Injects the {@link Clock}. */
export const CLOCK = Symbol('gateway.clock');

export const systemClock: Clock = { now: () => new Date() };
