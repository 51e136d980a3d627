import fc from 'fast-check';
import type { Cell, Snapshot } from './brute-force.fixture';

export type TimeType = 'date' | 'timestamp' | 'timestamptz';

export interface ViewExample {
  /** Which of the key columns a and b it is keyed by. */
  readonly keyed: readonly ('a' | 'b')[];
  readonly time: TimeType | null;
  readonly ttlSeconds: number | null;
  readonly rows: readonly Snapshot[];
}

export interface EntityExample {
  readonly a: Cell;
  readonly b: Cell;
  readonly at: bigint;
}

export interface JoinExample {
  readonly time: TimeType;
  readonly rows: readonly EntityExample[];
  readonly views: readonly ViewExample[];
  readonly session: { readonly threads: number; readonly zone: string; readonly loopBelow: number };
}

const SECOND = 1_000_000n;
const DAY = 86_400n * SECOND;
/** The day on which New York's clocks go forward: intervals of days differ from seconds there. */
const BASE = BigInt(Date.parse('2024-03-10T00:00:00Z')) * 1_000n;

/** Few moments, close together: equal ones are frequent, and a microsecond decides. */
const moments: fc.Arbitrary<bigint> = fc
  .tuple(fc.constantFrom(-DAY, 0n, DAY), fc.constantFrom(0n, 1n, 2n, 3_600n), fc.constantFrom(0n, 0n, 1n, -1n))
  .map(([day, seconds, us]) => BASE + day + seconds * SECOND + us);
const days = fc.integer({ min: -3, max: 3 }).map((day) => BASE + BigInt(day) * DAY);
const momentsOf = (type: TimeType): fc.Arbitrary<bigint> => (type === 'date' ? days : moments);

const timeTypes = fc.constantFrom<TimeType>('date', 'timestamp', 'timestamptz');
/** Pairs that look alike when they are written one after the other: (1, "11") and (11, "1"). */
const as = fc.constantFrom<Cell>(1, 2, 11, null);
const bs = fc.constantFrom<Cell>('1', '11', 'x', '', null);
const values = fc.tuple(
  fc.option(fc.integer({ min: -5, max: 5 }), { nil: null }),
  fc.constantFrom<Cell>('u', 'v', '', null),
);

const views: fc.Arbitrary<ViewExample> = fc
  .record({
    keyed: fc.constantFrom<('a' | 'b')[]>(['a'], ['b'], ['a', 'b'], ['b', 'a']),
    time: fc.option(timeTypes, { nil: null, freq: 6 }),
    ttl: fc.constantFrom(null, 1, 2, 3_600, 86_400, 90_000),
  })
  .chain(({ keyed, time, ttl }) =>
    fc
      .array(
        fc.record({
          keys: fc.tuple(...keyed.map((key) => (key === 'a' ? as : bs))),
          at: time === null ? fc.constant(null) : fc.option(momentsOf(time), { nil: null, freq: 12 }),
          values,
        }),
        { maxLength: 40, size: 'max' },
      )
      .map((rows) => ({
        keyed,
        time,
        ttlSeconds: time === null ? null : ttl,
        rows: rows.map((row, n) => ({ ...row, n })),
      })),
  );

/** Counts on both sides of 64, where a plain ASOF join would change its plan. */
const counts = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 62, max: 66 }), fc.constant(130));

export const joins: fc.Arbitrary<JoinExample> = fc
  .record({
    time: timeTypes,
    count: counts,
    views: fc.array(views, { minLength: 1, maxLength: 3 }),
    session: fc.record({
      threads: fc.constantFrom(1, 2, 4),
      zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
      loopBelow: fc.constantFrom(0, 64),
    }),
  })
  .chain(({ count, time, ...rest }) =>
    fc
      .array(fc.record({ a: as, b: bs, at: momentsOf(time) }), { minLength: count, maxLength: count })
      .map((rows) => ({ ...rest, time, rows })),
  );
