/** `2013-01-31` for days since 1970-01-01; years outside 0000…9999 are written with a sign and six digits (ISO 8601). */
export function isoDate(days: number): string {
  const date = new Date(days * 86_400_000);
  if (Number.isNaN(date.getTime())) return days < 0 ? '-infinity' : 'infinity';
  return date.toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** `05:17:00`, with as many decimals of the second as are not zero. */
export function isoTime(ticks: bigint, perSecond = 1_000_000n): string {
  const seconds = ticks / perSecond;
  const digits = String(perSecond).length - 1;
  const fraction = String(ticks % perSecond)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'));
  return parts.join(':') + (fraction === '' ? '' : `.${fraction}`);
}

/** `2013-01-31T05:17:00` for ticks since 1970-01-01T00:00:00. */
export function isoTimestamp(ticks: bigint, perSecond = 1_000_000n): string {
  const perDay = 86_400n * perSecond;
  const ofDay = ((ticks % perDay) + perDay) % perDay;
  return `${isoDate(Number((ticks - ofDay) / perDay))}T${isoTime(ofDay, perSecond)}`;
}
