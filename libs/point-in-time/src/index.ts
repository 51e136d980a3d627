export { type EntityRows, inlineRows, type RowSource, storedRows } from './entity-rows.sql';
export { MISSING_TIME, pointInTimeJoin, type SnapshotView } from './point-in-time.sql';
