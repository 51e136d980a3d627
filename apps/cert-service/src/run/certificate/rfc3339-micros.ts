/** RFC 3339 in UTC with microseconds, the precision certificates state. */
export function rfc3339Micros(at: Date): string {
  return at.toISOString().replace('Z', '000Z');
}
