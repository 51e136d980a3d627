const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `1 March 2026` of an RFC 3339 time in UTC. Not by Intl, whose words differ between versions of Node. */
export function dayWords(instant: string): string {
  const [year = '', month = '', day = ''] = instant.slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** `1 March 2026, 10:00:01 UTC` */
export function instantWords(instant: string): string {
  return `${dayWords(instant)}, ${instant.slice(11, 19)} UTC`;
}
