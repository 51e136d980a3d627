import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SqlValue } from '@svc/contracts';
import { z } from 'zod';
import type { StoredRows } from '../../table/stored-rows';
import { oneSpelling } from '../statement/statement-text';

/** Everything on which an answer depends. */
export interface AnswerQuestion {
  readonly sql: string;
  readonly parameters: readonly SqlValue[] | Readonly<Record<string, SqlValue>>;
  readonly limit: number;
  /** Name in the statement → the rows it stands for. */
  readonly tables: Readonly<Record<string, StoredRows>>;
}

/** Increment when the same statement over the same rows must be answered differently: another encoding, another gate. */
const FORMAT = 2;
/** Workers run in this zone, whatever the machine's is. */
const ZONE = 'UTC';
/** Of the engine. Read from its package: only workers load the engine itself. */
const ENGINE = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(require.resolve('@duckdb/node-api/package.json'), 'utf8'))).version;

/**
 * The cache key of an answer, made of everything it depends on: the engine, the zone, the statement, its parameters and the hash
 * of every table it reads. Rows never change under their hash, so an answer under this key stays right: nothing expires,
 * and there is nothing to invalidate.
 */
export function answerKey({ sql, parameters, limit, tables }: AnswerQuestion): string {
  const read = Object.entries(tables)
    .map(([name, { object }]) => [name, object])
    .sort(byName);
  const given = isList(parameters) ? parameters : Object.entries(parameters).sort(byName);
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, ENGINE, ZONE, oneSpelling(sql), isList(parameters), given, limit, read]))
    .digest('base64url');
}

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

function isList<T>(value: readonly T[] | Readonly<Record<string, T>>): value is readonly T[] {
  return Array.isArray(value);
}
