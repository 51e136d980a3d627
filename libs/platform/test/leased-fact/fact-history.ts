import { z } from 'zod';

/** Readings of one version of one fact by one replica, in nanoseconds of the machine's monotonic clock. */
export const readings = z.object({
  key: z.string(),
  version: z.int(),
  count: z.int(),
  /** When the last of them began. */
  lastBegan: z.string(),
});
export type Readings = z.output<typeof readings>;

export interface StaleReading {
  readonly key: string;
  readonly version: number;
  /** What had been acknowledged when it began. */
  readonly acknowledged: number;
  readonly lateByMs: number;
}

/** What was acknowledged when, and what was read when, by all processes of one machine: their monotonic clocks are one. */
export class FactHistory {
  checked = 0;
  private readonly acknowledged: { readonly key: string; readonly version: number; readonly at: bigint }[] = [];
  private readonly read: Readings[] = [];

  /** `at` is when the owner said so, or before. */
  acknowledge(key: string, version: number, at: bigint): void {
    this.acknowledged.push({ key, version, at });
  }

  note(seen: readonly Readings[]): void {
    this.read.push(...seen);
    for (const it of seen) this.checked += it.count;
  }

  /** Readings that began after the acknowledgement of a newer version. */
  stale(): StaleReading[] {
    return this.read.flatMap(({ key, version, lastBegan }) => {
      const missed = this.acknowledged.filter(
        (it) => it.key === key && it.version > version && it.at < BigInt(lastBegan),
      );
      const [first] = missed.sort((one, other) => (one.at < other.at ? -1 : 1));
      if (first === undefined) return [];
      const lateByMs = Number(BigInt(lastBegan) - first.at) / 1e6;
      return [{ key, version, acknowledged: first.version, lateByMs }];
    });
  }
}
