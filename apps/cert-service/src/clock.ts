/** Time as a port, so that rules stay pure and tests choose the hour. */
export interface Clock {
  now(): Date;
}
export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };

/** RFC 3339 in UTC with microseconds, the precision certificates state. */
export function rfc3339Micros(at: Date): string {
  return at.toISOString().replace('Z', '000Z');
}
