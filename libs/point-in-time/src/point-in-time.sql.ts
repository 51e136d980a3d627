import { identifier, literal } from '@svc/duckdb-sql';
import { type EntityRows, type RowSource, ROW_NUMBER } from './entity-rows.sql';

/** Snapshots over time: each row holds, for its keys, all features as they were from its time on. */
export interface SnapshotView {
  /** Its rows in the order in which they were written: of several with the same keys and time, the last counts. */
  readonly source: RowSource;
  /** Each key column of the view with the column of the entity rows that must equal it; of the same type. */
  readonly keys: readonly { readonly column: string; readonly entityColumn: string }[];
  /** A date or timestamp, UTC if it has no time zone; null if the rows have no time, so that the last one always holds. */
  readonly time: string | null;
  /** How old a snapshot may be at the time of the entity row, inclusive; null without a limit. Needs `time`. */
  readonly ttlSeconds: number | null;
  /** The columns to join, and their names in the answer. */
  readonly features: readonly { readonly column: string; readonly name: string }[];
}

/** The statement's error when an entity row has no time, or an infinite one. */
export const MISSING_TIME = 'Every entity row needs a time: a row has none, or an infinite one.';

/** CTEs have names with a space, which no table of a request has, and columns by their place, so that nothing collides. */
const ROWS = '"entity rows"';
const BOUNDS = '"time bounds"';
/** Larger than any row number: at equal times, an entity row comes after all snapshots. */
const LAST = '9223372036854775807';
/** Earlier than any time, for snapshots without one. */
const ALWAYS = '(-9223372036854775807)::BIGINT';

/**
 * One statement that answers each entity row once, in the given order: its own columns, then the features of each view
 * from the newest snapshot at or before its time and no older than the view's TTL. A snapshot is joined whole: its NULLs
 * stay NULL. NULL keys match nothing, and snapshots without a (finite) time are never joined. Times are compared in
 * microseconds since 1970 UTC, whatever the session's time zone. Fails with {@link MISSING_TIME}.
 *
 * The comparison of rows `(time, number)` instead of times decides ties, always by the same plan: a plain ASOF join
 * picks any of the tied rows, and has a second plan for up to 64 entity rows.
 */
export function pointInTimeJoin(rows: EntityRows, views: readonly SnapshotView[]): string {
  const own = rows.columns.map((name, at) => `r.e${at} AS ${identifier(name)}`);
  const joined = views.flatMap((view, at) =>
    view.features.map(({ name }, feature) => `${fresh(view, at, `v${at}.f${feature}`)} AS ${identifier(name)}`),
  );
  return [
    `WITH ${[entityRows(rows), bounds(), ...views.map(snapshots)].join(',\n')}`,
    `SELECT ${[...own, ...joined].join(', ')}`,
    `FROM ${ROWS} AS r`,
    ...views.map((view, at) => join(view, at, rows)),
    'ORDER BY r.n',
  ].join('\n');
}

function entityRows({ source, columns, time }: EntityRows): string {
  const us = `epoch_us(${identifier(time)})`;
  const own = columns.map((name, at) => `${identifier(name)} AS e${at}`);
  const checked = `CASE WHEN ${us} IS NULL THEN error(${literal(MISSING_TIME)}) ELSE ${us} END AS t`;
  return `${ROWS} AS MATERIALIZED (SELECT ${[`${ROW_NUMBER} AS n`, checked, ...own].join(', ')} FROM ${source.from})`;
}

function bounds(): string {
  return `${BOUNDS} AS MATERIALIZED (SELECT min(t) AS first, max(t) AS last FROM ${ROWS})`;
}

/** Only what can be joined to some row: for entity rows that lie close together this is little. */
function snapshots(view: SnapshotView, at: number): string {
  const { source, keys, time, features } = view;
  const columns = [
    `${ROW_NUMBER} AS n`,
    `${time === null ? ALWAYS : `epoch_us(${identifier(time)})`} AS t`,
    ...keys.map(({ column }, key) => `${identifier(column)} AS k${key}`),
    ...features.map(({ column }, feature) => `${identifier(column)} AS f${feature}`),
  ];
  const ttl = microseconds(view);
  const possible = [
    ...keys.map((_, key) => `k${key} IS NOT NULL`),
    ...(time === null ? [] : [`t <= (SELECT last FROM ${BOUNDS})`]),
    ...(ttl === null ? [] : [`t >= (SELECT first FROM ${BOUNDS}) - ${ttl}`]),
  ];
  const all = `SELECT ${columns.join(', ')} FROM ${source.from}`;
  return `"view ${at}" AS (SELECT * FROM (${all}) WHERE ${possible.join(' AND ')})`;
}

function join({ keys }: SnapshotView, at: number, rows: EntityRows): string {
  const equal = keys.map(({ entityColumn }, key) => `r.e${rows.columns.indexOf(entityColumn)} = v${at}.k${key}`);
  const before = `ROW(r.t, ${LAST}) >= ROW(v${at}.t, v${at}.n)`;
  return `ASOF LEFT JOIN "view ${at}" AS v${at} ON ${[...equal, before].join(' AND ')}`;
}

/** When the newest snapshot is too old, all are: so the limit can be applied after the join. */
function fresh(view: SnapshotView, at: number, feature: string): string {
  const ttl = microseconds(view);
  return ttl === null ? feature : `CASE WHEN v${at}.t >= r.t - ${ttl} THEN ${feature} END`;
}

function microseconds({ ttlSeconds }: SnapshotView): string | null {
  return ttlSeconds === null ? null : `${BigInt(ttlSeconds) * 1_000_000n}::BIGINT`;
}
