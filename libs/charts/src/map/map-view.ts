/** The part of the world that a map shows, in degrees, and how large it is drawn. */
export interface MapView {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly width: number;
  readonly height: number;
}

export type Place = readonly [longitude: number, latitude: number];

/** Where people live: without the ice of the south, unless something is shown there. */
const LIVED = { south: -57, north: 84 };
/** A closer look would show an outline that is a few lines. */
const MIN_SPAN = 3;
const PADDING = 0.12;
/** Near a pole a degree of longitude is next to nothing; a map that said so would be a line. */
const MIN_RATIO = 0.3;

/** The smallest part of the world that has all places and the proportions of the room; all of it when there are none. Degrees are straight, in the right proportion in the middle. */
export function viewOf(places: readonly Place[], room: { readonly width: number; readonly height: number }): MapView {
  const [longitudes, latitudes] = [places.map(([it]) => it), places.map(([, it]) => it)];
  const [west, east] = places.length === 0 ? [-180, 180] : padded(least(longitudes), most(longitudes));
  const [south, north] = places.length === 0 ? [LIVED.south, LIVED.north] : padded(least(latitudes), most(latitudes));
  const ratio = Math.max(MIN_RATIO, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const degree = Math.max((north - south) / room.height, ((east - west) * ratio) / room.width);
  const limits = {
    south: Math.max(-90, Math.min(LIVED.south, south)),
    north: Math.min(90, Math.max(LIVED.north, north)),
  };
  const across = within((west + east) / 2, (degree * room.width) / ratio, -180, 180);
  const up = within((south + north) / 2, degree * room.height, limits.south, limits.north);
  return {
    west: across.from,
    east: across.to,
    south: up.from,
    north: up.to,
    width: ((across.to - across.from) * ratio) / degree,
    height: (up.to - up.from) / degree,
  };
}

/** More of the world is drawn coarser. */
export function isWide({ west, east }: MapView): boolean {
  return east - west > 75;
}

function padded(low: number, high: number): readonly [number, number] {
  const span = Math.max(MIN_SPAN, (high - low) * (1 + 2 * PADDING));
  const middle = (low + high) / 2;
  return [middle - span / 2, middle + span / 2];
}

/** A stretch about the middle that lies inside the limits, shortened where they are closer. */
function within(
  middle: number,
  span: number,
  low: number,
  high: number,
): { readonly from: number; readonly to: number } {
  if (span >= high - low) return { from: low, to: high };
  const from = Math.min(Math.max(middle - span / 2, low), high - span);
  return { from, to: from + span };
}

const least = (values: readonly number[]): number => values.reduce((low, it) => Math.min(low, it), Infinity);
const most = (values: readonly number[]): number => values.reduce((high, it) => Math.max(high, it), -Infinity);
