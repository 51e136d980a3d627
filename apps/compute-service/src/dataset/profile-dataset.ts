import { Injectable } from '@nestjs/common';
import type { Column, ColumnProfile, Json, TableProfile, TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { z } from 'zod';
import type { QueryAnswer } from '../query-engine/answer/answers';
import { QueryEngine } from '../query-engine/query-engine';
import { FindDataset } from './find-dataset';
import { isNumber, PROFILED, SUMMARY_WIDTH, summaryOf, topValuesOf } from './table-profile.sql';

const STATEMENT_MS = 60_000;
const TOP = 10;
/** With more distinct values than this a "most frequent" one means nothing, and counting them all is expensive. */
const MANY = 10_000;
/** A table may have 2,000 columns: all at once need more memory than a worker has, and their top values more than one answer holds. */
const AT_A_TIME = 50;

type Top = ColumnProfile['top'];
type Row = QueryAnswer['rows'][number];
type Part = Pick<TableProfile, 'columns' | 'cached'>;
type Ask = (sql: string, limit: number) => Promise<Pick<QueryAnswer, 'rows'> & { readonly cached: boolean }>;
const quantiles = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);

/** Profiles the columns of a dataset. The same rows are profiled once: the query path caches the answers. */
@Injectable()
export class ProfileDataset {
  constructor(
    private readonly finding: FindDataset,
    private readonly engine: QueryEngine,
  ) {}

  async profile(name: string, { principal, signal }: CallContext): Promise<TableProfile> {
    const started = performance.now();
    const { table } = (await this.finding.find(name, principal)).newest;
    const ask: Ask = (sql, limit) =>
      this.engine.query({
        sql,
        tables: { [PROFILED]: table },
        parameters: [],
        limit,
        timeoutMs: STATEMENT_MS,
        caller: principal.id,
        signal,
      });
    const parts: Part[] = [];
    for (const columns of groupsOf(table.columns)) parts.push(await profilePart(columns, table, ask));
    return {
      data_hash: table.data_hash,
      rows: table.rows,
      columns: parts.flatMap((part) => part.columns),
      cached: parts.every((part) => part.cached),
      duration_ms: performance.now() - started,
    };
  }
}

function groupsOf(columns: readonly Column[]): (readonly Column[])[] {
  return Array.from({ length: Math.ceil(columns.length / AT_A_TIME) }, (_, n) =>
    columns.slice(n * AT_A_TIME, (n + 1) * AT_A_TIME),
  );
}

async function profilePart(columns: readonly Column[], table: TableVersion, ask: Ask): Promise<Part> {
  const summary = await ask(summaryOf(columns), 1);
  const [row = []] = summary.rows;
  const few = columns.filter((_, at) => Number(row[at * SUMMARY_WIDTH + 1]) <= MANY);
  const top = few.length === 0 ? { rows: [], cached: true } : await ask(topValuesOf(few, TOP), few.length * TOP);
  const profiles = columns.map((column, at) =>
    profileOf(column, row.slice(at * SUMMARY_WIDTH, (at + 1) * SUMMARY_WIDTH), table, topOf(column, few, top.rows)),
  );
  return { columns: profiles, cached: summary.cached && top.cached };
}

function profileOf(
  column: Column,
  [present, distinct, min, max, mean, spread]: Row,
  { rows }: TableVersion,
  top: Top,
): ColumnProfile {
  const parsed = typeof spread === 'string' ? quantiles.safeParse(JSON.parse(spread)) : null;
  const [p05, p25, p50, p75, p95] = parsed?.success === true ? parsed.data : [0, 0, 0, 0, 0];
  return {
    ...column,
    nulls: rows - Number(present),
    distinct_approx: Math.min(Number(distinct), Number(present)),
    min: min ?? null,
    max: max ?? null,
    mean: typeof mean === 'number' ? mean : null,
    quantiles: parsed?.success === true ? { p05, p25, p50, p75, p95 } : null,
    top,
  };
}

function topOf(column: Column, few: readonly Column[], rows: QueryAnswer['rows']): Top {
  const at = few.indexOf(column);
  return at === -1
    ? null
    : rows
        .filter((row) => row[0] === String(at))
        .map(([, value, count]) => ({ value: typed(value ?? null, column), count: Number(count) }));
}

/** Values of all columns travel as text in one answer; they become numbers again where a double is exact, as in every answer. */
function typed(value: Json, { type }: Column): Json {
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true';
  if (!isNumber(type))
    return type === 'timestamp' || type === 'timestamptz' ? value.replace(' ', 'T').replace(/\+00$/, 'Z') : value;
  const number = Number(value);
  return Number.isFinite(number) && (type === 'number' || isExact(number, value)) ? number : value;
}

/** Integers up to 2^53 and decimals of up to 15 digits. */
function isExact(number: number, digits: string): boolean {
  return digits.includes('.') ? digits.replace(/^-?[0.]*|\./g, '').length <= 15 : Number.isSafeInteger(number);
}
