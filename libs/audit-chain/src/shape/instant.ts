import { shape, type Shape } from './shape';

/** `Date` lets the days of a month run to 31 and counts on into the next; the last days of a month are looked at again. */
const DAYS_OF_EVERY_MONTH = 28;

/** An RFC 3339 time in UTC that exists on the calendar, with as many digits after the second as the pattern asks for. */
export function instant(must: string, fraction: RegExp): Shape<string> {
  const pattern = new RegExp(
    `^\\d{4}-(?:0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d${fraction.source}Z$`,
  );
  return shape(must, (value) => {
    if (typeof value !== 'string' || !pattern.test(value)) return false;
    const day = Number(value.slice(8, 10));
    return day <= DAYS_OF_EVERY_MONTH || new Date(value).getUTCDate() === day;
  });
}
