/** Time as a port, so that rules stay pure and tests set the time. Every service has one injected as `CLOCK`. */
export interface Clock {
  now(): Date;
}

/** Injects the {@link Clock}. */
export const CLOCK = Symbol('svc.clock');

export const systemClock: Clock = { now: () => new Date() };
