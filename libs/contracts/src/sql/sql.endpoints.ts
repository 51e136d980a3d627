import { z } from 'zod';
import { column, rowSet, tableVersion } from '../dataset/dataset';
import { endpoint, internalCall } from '../endpoint/endpoint';
import { objectName, sourceName } from '../json';
import { pageOf, pageQuery } from '../endpoint/page';
import {
  answeredQuery,
  derivationDraft,
  MAX_FILE_ROWS,
  MAX_ROWS,
  queryRecord,
  ROW_FILES,
  sqlAnswer,
  sqlParameters,
  sqlText,
} from './sql';

const access = { scope: 'sql:run' } as const;
const target = { type: 'query', param: 'id' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const runSql = endpoint({
  name: 'sql.run',
  summary:
    'Runs one read-only SQL statement over datasets and derivations; as JSON, or by Accept as CSV, Arrow or Parquet',
  method: 'POST',
  path: '/api/sql',
  subject: 'svc.compute.sql.run',
  timeoutMs: 310_000,
  body: z.strictObject({
    sql: sqlText,
    parameters: sqlParameters,
    /** Default and most: 10,000 rows as JSON, 1,000,000 as a file. */
    limit: z.int().min(1).max(MAX_FILE_ROWS).optional(),
    query_id: z.uuid().optional(),
  }),
  response: sqlAnswer,
  produces: Object.values(ROW_FILES),
  negotiates: true,
  problems: [
    'invalid-request',
    'invalid-sql',
    'query-timeout',
    'query-cancelled',
    'query-out-of-memory',
    'overloaded',
    'not-found',
    'not-acceptable',
  ],
  access,
});

export const listSql = endpoint({
  name: 'sql.list',
  summary: 'Your statements, newest first, also failed ones; long statements are cut at 1,000 characters',
  method: 'GET',
  path: '/api/sql',
  subject: 'svc.compute.sql.list',
  query: pageQuery.extend({ state: z.enum(['succeeded', 'failed']).optional() }),
  response: pageOf(queryRecord),
  access,
});

export const getSql = endpoint({
  name: 'sql.get',
  summary: 'A statement of yours: how far it is, or how it ended',
  method: 'GET',
  path: '/api/sql/{id}',
  subject: 'svc.compute.sql.get',
  params: byId,
  response: queryRecord,
  problems: ['not-found'],
  access,
  target,
});

export const cancelSql = endpoint({
  name: 'sql.cancel',
  summary: 'Cancels a running statement of yours',
  method: 'DELETE',
  path: '/api/sql/{id}',
  subject: 'svc.compute.sql.cancel',
  params: byId,
  response: z.object({ cancelled: z.boolean() }),
  problems: ['not-found'],
  access,
  target,
});

export const draftDerivation = endpoint({
  name: 'sql.draft',
  summary:
    'A derivation drafted from a statement: source with claim and contract, to be read and changed; stores nothing',
  method: 'POST',
  path: '/api/sql/draft',
  subject: 'svc.compute.sql.draft',
  timeoutMs: 70_000,
  body: z.strictObject({ name: objectName, sql: sqlText, question: z.string().min(1).max(1000).optional() }),
  response: derivationDraft,
  problems: [
    'invalid-request',
    'invalid-sql',
    'query-timeout',
    'query-cancelled',
    'query-out-of-memory',
    'overloaded',
    'not-found',
  ],
  access,
});

/** For other services: a statement over tables they have already resolved and gated. */
export const queryTables = internalCall({
  name: 'sql.query',
  subject: 'svc.compute.sql.query',
  timeoutMs: 310_000,
  request: z.strictObject({
    sql: sqlText,
    parameters: sqlParameters,
    limit: z.int().min(1).max(MAX_ROWS).default(MAX_ROWS),
    tables: z.record(sourceName, tableVersion),
    timeout_ms: z.int().positive().max(300_000).optional(),
  }),
  response: rowSet.extend({
    columns: z.array(column),
    duration_ms: z.number(),
    cached: z.boolean(),
    /** The same statement over the same rows always has this answer, so that it may be kept. */
    settled: z.boolean().default(false),
  }),
});

/** The most records that {@link recordQueries} takes at once. */
export const MAX_QUERY_RECORDS = 500;

/** For services that keep answers: statements which they answered themselves, for the history of their callers. */
export const recordQueries = internalCall({
  name: 'sql.record',
  subject: 'svc.compute.sql.record',
  request: z.strictObject({ records: z.array(answeredQuery).max(MAX_QUERY_RECORDS) }),
  response: z.object({}),
});
