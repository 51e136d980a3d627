import { foldedName } from '@svc/duckdb-sql';

/** Table functions a statement may read from: they compute, and reach neither files nor the catalog. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'unnest',
]);

/**
 * Scalar, aggregate and macro functions that reveal facts about the server, keep state between rows, wait, or read the engine's
 * own binary formats. The rest of the catalog computes from its arguments alone; a spec pins the reviewed catalog.
 */
const REFUSED: ReadonlySet<string> = new Set([
  'combine',
  'current_query',
  'current_setting',
  'currval',
  'finalize',
  'get_block_size',
  'getenv',
  'getvariable',
  'inet_client_addr',
  'inet_client_port',
  'inet_server_addr',
  'inet_server_port',
  'json_deserialize_sql',
  'json_serialize_plan',
  'nextval',
  'parse_duckdb_log_message',
  'setseed',
  'sleep_ms',
  'variant_bytes_to_variant',
  'write_log',
]);
const HARMLESS_PG: ReadonlySet<string> = new Set(['pg_size_pretty', 'pg_typeof']);

/** True for a function that no user's statement may call. Names compare without case. */
export function isRefusedFunction(name: string): boolean {
  const lower = foldedName(name);
  if (lower.startsWith('pg_')) return !HARMLESS_PG.has(lower);
  return lower.startsWith('__internal') || REFUSED.has(lower);
}
