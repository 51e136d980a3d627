import { ProblemError } from '@svc/contracts';
import { compileContract, type ContractReport, parseContract } from '@svc/oracle';
import type { OracleContext, OracleQuestion } from '../run/run.ports';
import { oracleColumns } from './columns-to-read';
import type { LargeTables } from './large-tables';

/** A contract speaks of all rows, also where a claim is judged on some: it is held against them in SQL. Null without one. */
export async function contractOnAllRows({ table, contract, contractContext }: OracleQuestion, tables: LargeTables, context: OracleContext): Promise<ContractReport | null> {
  const parsed = contract === null ? null : parseContract(contract);
  if (parsed === null || !parsed.ok) return null;
  const { sql, parameters, report } = compileContract(parsed.contract, { sql: 'rows', columns: oracleColumns(table.columns) }, contractContext);
  try {
    return report(await tables.oneRow(table, sql, parameters, context));
  } catch (error) {
    // What the engine cannot compute is not known to be broken.
    if (!(error instanceof ProblemError) || !NOT_EVALUATED.has(error.code)) throw error;
    return { verdict: 'inconclusive', reason: `its contract could not be checked on all ${table.rows} rows: ${error.detail}`, clauses: [], violations: [] };
  }
}

const NOT_EVALUATED: ReadonlySet<string> = new Set(['invalid-sql', 'query-out-of-memory', 'query-timeout']);
