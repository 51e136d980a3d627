/** A time in microseconds since 1970 UTC; null and NULL are one. */
export type Micros = bigint | null;
export type Cell = string | number | null;

export interface Snapshot {
  /** Its place among the rows as they were written. */
  readonly n: number;
  readonly at: Micros;
  readonly keys: readonly Cell[];
  readonly values: readonly Cell[];
}

export interface View {
  readonly timed: boolean;
  readonly ttlSeconds: number | null;
  readonly rows: readonly Snapshot[];
}

/** The rule, row by row: of the snapshots with these keys, in the window, the newest, and of those the last written. */
export function valuesKnown(view: View, keys: readonly Cell[], at: bigint): readonly Cell[] | null {
  let best: Snapshot | null = null;
  for (const row of view.rows) {
    if (row.keys.some((key, place) => key === null || keys[place] !== key)) continue;
    if (view.timed && !inWindow(row.at, at, view.ttlSeconds)) continue;
    if (best === null || isLater(row, best, view.timed)) best = row;
  }
  return best?.values ?? null;
}

function inWindow(at: Micros, now: bigint, ttlSeconds: number | null): boolean {
  if (at === null || at > now) return false;
  return ttlSeconds === null || at >= now - BigInt(ttlSeconds) * 1_000_000n;
}

function isLater(row: Snapshot, other: Snapshot, timed: boolean): boolean {
  if (timed && row.at !== other.at) return (row.at ?? 0n) > (other.at ?? 0n);
  return row.n > other.n;
}
