import type { DuckDBConnection } from '@duckdb/node-api';
import { StatementRefused } from '../../duckdb/engine-failure';
import { checkStatement, type StatementFacts } from '../statement/statement-gate';
import { explainedBy } from '../statement/statement-text';
import { RowsBroken } from './rows/read-chunks';

export interface ParsedStatement extends StatementFacts {
  /** What to run: the statement itself, or EXPLAIN before the checked statement. */
  readonly sql: string;
  readonly explains: boolean;
}

/**
 * Accepts exactly one SELECT, or EXPLAIN of one; anything else is refused before it is prepared. By the engine's parser alone:
 * to split a text into statements (`extractStatements`) it acts on some of them already, and for IMPORT DATABASE reads files.
 */
export type ParseStatement = (sql: string) => Promise<ParsedStatement>;

const SERIALIZE = 'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)';

/** This many accepted statements are cached, if they are no longer than this; then all are dropped. */
const KNOWN = 100;
const KNOWN_CHARACTERS = 10_000;

/** The parser of one connection. The statement that asks the engine for a syntax tree is prepared once. */
export async function openParser(connection: DuckDBConnection): Promise<ParseStatement> {
  // The result depends on the text alone, whatever its parameters are.
  const known = new Map<string, ParsedStatement>();
  const serialize = await connection.prepare(SERIALIZE);
  const treeOf = async (sql: string): Promise<unknown> => {
    serialize.bindVarchar(1, sql);
    const answer = await serialize.runAndReadAll();
    // After running out of memory there is no tree, and no error.
    if (answer.currentRowCount === 0) throw new RowsBroken();
    return statementsIn(JSON.parse(String(answer.value(0, 0))));
  };
  return async (sql) => {
    const before = known.get(sql);
    if (before !== undefined) return before;
    // The engine's C interface would end the text there.
    if (sql.includes('\u0000')) throw new StatementRefused('The statement contains U+0000.');
    const explained = explainedBy(sql);
    // What runs is built from the checked text, so it cannot be another statement than the one parsed here.
    const parsed = {
      ...checkStatement(await treeOf(explained ?? sql)),
      sql: explained === null ? sql : `EXPLAIN ${explained}`,
      explains: explained !== null,
    };
    if (known.size === KNOWN) known.clear();
    if (sql.length <= KNOWN_CHARACTERS) known.set(sql, parsed);
    return parsed;
  };
}

function statementsIn(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('error' in answer))
    throw new Error('json_serialize_sql answered in an unknown form');
  if (answer.error !== false) throw new StatementRefused(refusal(answer));
  if (!('statements' in answer) || !Array.isArray(answer.statements) || answer.statements.length === 0)
    throw new StatementRefused('It contains no statement.');
  if (answer.statements.length > 1) throw new StatementRefused('Send one SELECT statement at a time.');
  return answer.statements;
}

function refusal(answer: object): string {
  const message = 'error_message' in answer ? String(answer.error_message) : '';
  return message.startsWith('Only SELECT')
    ? 'Only SELECT (and EXPLAIN of one) is accepted: this service only reads. A PIVOT needs its values listed after IN.'
    : message;
}
