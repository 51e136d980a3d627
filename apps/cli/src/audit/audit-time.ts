import { UsageError } from '../command/usage-error';

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/** A day or moment as the log takes it: RFC 3339 in UTC, with seconds. Without an offset it is UTC, as lists show it. */
export function auditTimeOf(option: string, text: string): string {
  const [, day, minutes, seconds = ':00', offset = 'Z'] = MOMENT.exec(DAY.test(text) ? `${text}T00:00` : text) ?? [];
  const moment = day === undefined || minutes === undefined ? '' : `${day}T${minutes}${seconds}${offset}`;
  if (Number.isNaN(Date.parse(moment)))
    throw new UsageError(`--${option} expects a day or a time such as 2026-03-01 or 2026-03-01T14:05Z, not "${text}"`);
  return offset === 'Z' ? moment : new Date(moment).toISOString();
}
