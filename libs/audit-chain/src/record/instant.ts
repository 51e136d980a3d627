const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;

/**
 * An RFC 3339 time in UTC as text that sorts as time does, whatever number of digits its seconds have.
 * @throws RangeError for any other text
 */
export function sortableInstant(text: string): string {
  const [, seconds, fraction = ''] = INSTANT.exec(text) ?? [];
  if (seconds === undefined) throw new RangeError(`${JSON.stringify(text)} is not an RFC 3339 time in UTC`);
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
