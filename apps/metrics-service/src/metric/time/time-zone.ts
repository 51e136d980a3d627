/** A time zone of the IANA database. Local times are Dates whose UTC fields are the local clock's. */
export interface Zone {
  readonly name: string;
  readonly isUtc: boolean;
  toWall(instant: Date): Date;
  /**
   * The instant of a local time. Of a repeated time the first; a skipped time is as
   * long after the jump as it would have been after its start, so a day whose midnight is skipped begins at the jump.
   */
  toInstant(wall: Date): Date;
}

export const UTC: Zone = { name: 'UTC', isUtc: true, toWall: (at) => at, toInstant: (at) => at };

const DAY = 86_400_000;
/** Names ignore case, so there are more spellings than zones. */
const MAX_KNOWN = 1000;

/** Creating a formatter costs more than compiling a query; the number of names is limited. */
const known = new Map<string, Zone>([['UTC', UTC]]);

/** The zone of that name; null for anything but an IANA name. */
export function readZone(name: string): Zone | null {
  const zone = known.get(name) ?? findZone(name);
  if (zone !== null && known.size < MAX_KNOWN) known.set(name, zone);
  return zone;
}

function findZone(name: string): Zone | null {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return null;
  const format = formatOf(name);
  if (format === null) return null;
  if (format.resolvedOptions().timeZone === 'UTC') return UTC;
  const toWall = (instant: Date): Date => new Date(wallMillis(format, instant));
  const toInstant = (wall: Date): Date => {
    const offsets = [-DAY, DAY]
      .map((away) => new Date(wall.getTime() + away))
      .map((near) => toWall(near).getTime() - near.getTime());
    const [before = 0] = offsets;
    const possible = offsets
      .map((it) => new Date(wall.getTime() - it))
      .filter((it) => toWall(it).getTime() === wall.getTime());
    return possible.length === 0
      ? new Date(wall.getTime() - before)
      : new Date(Math.min(...possible.map((it) => it.getTime())));
  };
  return { name, isUtc: false, toWall, toInstant };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Local clock fields as if they were UTC; milliseconds are the same everywhere. */
function wallMillis(format: Intl.DateTimeFormat, instant: Date): number {
  const parts = new Map(format.formatToParts(instant).map((it) => [it.type, it.value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const wall = new Date(0);
  // "2 BC" is the year −1 of ISO 8601.
  wall.setUTCFullYear(parts.get('era') === 'BC' ? 1 - part('year') : part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'), part('second'), ((instant.getTime() % 1000) + 1000) % 1000);
  return wall.getTime();
}
