import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Column,
  type DerivationDraft,
  type draftDerivation,
  json,
  MAX_ROWS,
  parseSource,
  ProblemError,
  type RequestOf,
} from '@svc/contracts';
import { type ColumnInput, suggestContract, tableFromColumns } from '@svc/oracle';
import type { CallContext } from '@svc/platform';
import { canonicalColumn, ColumnRefused } from '../../table/canonical-column';
import { checkColumnNames } from '../../table/column-names';
import { describe } from '../../table/describe.sql';
import type { QueryAnswer } from '../../query-engine/answer/answers';
import { PerformStatement } from '../perform-statement';
import { QueryEngine } from '../../query-engine/query-engine';
import { QUERY_LIMITS, type QueryLimits } from '../../query-engine/query-limits';
import { explainedBy, withoutEnd } from '../../query-engine/statement/statement-text';
import { derivationSource } from './derivation-source';

/** Enough for a useful contract, few enough to examine between two requests. */
const EXAMINED_ROWS = 5_000;
const MAX_MS = 60_000;

/** Drafts a derivation from a statement, for its author to complete. Stores nothing. */
@Injectable()
export class DraftDerivation {
  constructor(
    private readonly statements: PerformStatement,
    private readonly engine: QueryEngine,
    @Inject(QUERY_LIMITS) private readonly limits: QueryLimits,
  ) {}

  async draft(
    { body: { name, sql, question } }: RequestOf<typeof draftDerivation>,
    context: CallContext,
  ): Promise<DerivationDraft> {
    const answer = await this.statements.run({ id: randomUUID(), sql }, context, async ({ sources, ...ready }) => {
      if (explainedBy(sql) !== null)
        throw new ProblemError('invalid-sql', 'EXPLAIN does not return a table; draft from the SELECT.');
      const request = { ...ready, parameters: [], timeoutMs: Math.min(this.limits.timeoutMs, MAX_MS) };
      const answered = await this.engine.query({ ...request, sql, limit: EXAMINED_ROWS });
      const described = await this.engine.query({
        ...request,
        sql: describe(`(${withoutEnd(sql)}\n)`),
        limit: MAX_ROWS,
      });
      requireTable(answered, described);
      return { ...answered, sources, rowCount: answered.rows.length };
    });
    const set = [...answer.sources.keys()].find((it) => it.includes('@'));
    if (set !== undefined) throw namedSet(set);
    const inputs = Object.fromEntries([...answer.sources].map(([input, { kind }]) => [input, kind]));
    const { contract, evidence } = suggestContract(tableFromColumns(columnsOf(answer)));
    const source = derivationSource({
      name,
      sql,
      inputs,
      question: question ?? `${name} is reproducible and keeps its contract`,
      contract: { fields: json.parse(contract.fields), table: json.parse(contract.table ?? {}) },
      rowsExamined: answer.rowCount,
    });
    return { file: `derivations/${name}.py`, source, inputs, evidence: [...evidence], rows_examined: answer.rowCount };
  }
}

/** In a derivation's statement an input has a name of its own, not that of its source. */
function namedSet(source: string): ProblemError {
  return new ProblemError(
    'invalid-sql',
    `A draft cannot read the parameter set "${source}": in a derivation it is an input with a name of its own. Draft it from "${parseSource(source).derivation}", then change the input to Derivation("${source}").`,
  );
}

/** Names and types that a table cannot have are refused now, not when the derivation first runs. */
function requireTable({ columns }: QueryAnswer, { rows: described }: QueryAnswer): void {
  try {
    checkColumnNames(columns.map(({ name }) => name));
    for (const [name, type] of described) canonicalColumn(String(name), String(type));
  } catch (error) {
    throw error instanceof ColumnRefused ? new ProblemError('invalid-sql', error.message, { cause: error }) : error;
  }
}

function columnsOf({ columns, rows }: QueryAnswer): ColumnInput[] {
  return columns.map((column, at) => ({
    name: column.name,
    ...judgedAs(column),
    values: rows.map((row) => valueOf(row[at] ?? null, column)),
  }));
}

/** The oracle reads numbers that travel as text, and times, by the column's type and not by how its values look. */
function judgedAs({ type }: Column): Pick<ColumnInput, 'type'> {
  if (type === 'string' || type === 'time') return { type: 'string' };
  return type === 'boolean' ? { type: 'boolean' } : isTime(type) ? { type: 'time' } : { type: 'number' };
}

function valueOf(value: string | number | boolean | null, { type }: Column): unknown {
  if (value === null || typeof value !== 'string') return value;
  if (isTime(type)) return new Date(type === 'timestamp' ? `${value}Z` : value);
  return type === 'string' || type === 'time' ? value : Number(value);
}

function isTime(type: string): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz';
}
