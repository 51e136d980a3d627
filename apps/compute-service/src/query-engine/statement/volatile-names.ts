import { foldedName } from '@svc/duckdb-sql';

/**
 * Functions whose result does not depend on their arguments alone: they read the clock, the session or random numbers, or call another
 * function whose name is a string. A spec compares this list with the engine's catalog, and with
 * the results of functions without arguments: the catalog calls `current_localtimestamp` stable.
 */
const VOLATILE: ReadonlySet<string> = new Set([
  'age',
  'ago',
  'current_catalog',
  'current_connection_id',
  'current_database',
  'current_date',
  'current_localtime',
  'current_localtimestamp',
  'current_query_id',
  'current_role',
  'current_schema',
  'current_schemas',
  'current_transaction_id',
  'current_user',
  'gen_random_uuid',
  'get_current_time',
  'get_current_timestamp',
  'in_search_path',
  'now',
  'random',
  'reservoir_quantile',
  'session_user',
  'setseed',
  'stats',
  'today',
  'transaction_timestamp',
  'txid_current',
  'user',
  'uuid',
  'uuidv4',
  'uuidv7',
  'aggregate',
  'array_aggr',
  'array_aggregate',
  'list_aggr',
  'list_aggregate',
]);

/** Of these, the volatile functions (time, randomness): two runs over the same rows agree on them only by chance. */
const UNSETTLED: ReadonlySet<string> = new Set([
  'ago',
  'current_date',
  'current_localtime',
  'current_localtimestamp',
  'current_query_id',
  'current_time',
  'current_timestamp',
  'current_transaction_id',
  'gen_random_uuid',
  'get_current_time',
  'get_current_timestamp',
  'localtime',
  'localtimestamp',
  'now',
  'random',
  'today',
  'transaction_timestamp',
  'txid_current',
  'uuid',
  'uuidv4',
  'uuidv7',
]);

/** Names that mean a function where no column has them. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'current_catalog',
  'current_date',
  'current_role',
  'current_schema',
  'current_time',
  'current_timestamp',
  'current_user',
  'localtime',
  'localtimestamp',
  'session_user',
  'user',
]);

/** True when a call of this function may return something else another time. Names compare without case. */
export function isVolatileFunction(name: string): boolean {
  return VOLATILE.has(foldedName(name));
}

/** True if a call with this many arguments is volatile. `age` of one timestamp is its distance from now. */
export function isUnsettledFunction(name: string, args: number): boolean {
  const lower = foldedName(name);
  return UNSETTLED.has(lower) || (lower === 'age' && args === 1);
}

/** True when a column reference may be the clock instead of a column. */
export function isVolatileColumn(names: unknown): boolean {
  return (
    Array.isArray(names) && names.length === 1 && typeof names[0] === 'string' && KEYWORDS.has(foldedName(names[0]))
  );
}
