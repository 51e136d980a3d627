import { shape, type Shape } from './shape';

/** An RFC 3339 time in UTC that exists on the calendar, with as many digits after the second as the pattern asks for. */
export function instant(must: string, fraction: RegExp): Shape<string> {
  const pattern = new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d${fraction.source}Z$`);
  return shape(must, (value) => typeof value === 'string' && pattern.test(value) && !Number.isNaN(Date.parse(value)));
}
