import { z } from 'zod';
import { column, rowSet, tableVersion } from '../dataset/dataset';
import { endpoint, internalCall } from '../endpoint';
import { objectName } from '../json';

/** A bound value: text, number, boolean, null, or a list of them for `IN`. Never interpolated. */
export const sqlValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number(), z.boolean()])).max(10_000)]);
export type SqlValue = z.infer<typeof sqlValue>;

/** One read-only statement over what the caller may see, with its limits. */
const statement = {
  sql: z.string().min(1).max(100_000),
  /** `$1`, `$2`, … in order, or `$name` by name. */
  parameters: z.union([z.array(sqlValue).max(1000), z.record(z.string(), sqlValue)]).default([]),
  limit: z.int().min(1).max(10_000).default(10_000),
};

export const sqlAnswer = rowSet.extend({
  /** Names the statement read, with the content hash they had. */
  sources: z.record(z.string(), z.object({ kind: z.enum(['dataset', 'derivation']), data_hash: z.string() })),
  duration_ms: z.number(),
  query_id: z.uuid(),
});

export const runSql = endpoint({
  name: 'sql.run', summary: 'Runs one read-only SQL statement over datasets and derivations',
  method: 'POST', path: '/api/sql', subject: 'svc.compute.sql.run', timeoutMs: 310_000,
  body: z.strictObject({ ...statement, query_id: z.uuid().optional() }), response: sqlAnswer,
  problems: ['invalid-sql', 'query-timeout', 'query-cancelled', 'query-out-of-memory', 'overloaded', 'not-found'],
  access: { scope: 'sql:run' },
});

export const cancelSql = endpoint({
  name: 'sql.cancel', summary: 'Cancels a running statement of yours',
  method: 'DELETE', path: '/api/sql/{id}', subject: 'svc.compute.sql.cancel',
  params: z.strictObject({ id: z.uuid() }), response: z.object({ cancelled: z.boolean() }), problems: ['not-found'],
  access: { scope: 'sql:run' }, target: { type: 'query', param: 'id' },
});

/** For other services: a statement over tables they have already resolved and gated. */
export const queryTables = internalCall({
  name: 'sql.query', subject: 'svc.compute.sql.query', timeoutMs: 310_000,
  request: z.strictObject({ ...statement, tables: z.record(objectName, tableVersion), timeout_ms: z.int().positive().max(300_000).optional() }),
  response: rowSet.extend({ columns: z.array(column), duration_ms: z.number() }),
});
