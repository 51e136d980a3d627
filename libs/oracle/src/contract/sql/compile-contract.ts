import { summarise } from '../check-contract';
import { reportOf, unevaluable } from '../clause';
import type { ClauseReport, ContractReport } from '../contract-report';
import type { DataContract } from '../data-contract';
import { compileField } from './compile-field';
import { compileTableRules } from './compile-table-rules';
import { type CompiledClause, isCounted } from './counted-clause';
import { Parameters } from './parameters';
import type { SqlContractContext, SqlRelation } from './sql-relation';

/** One DuckDB statement that judges a contract in a single scan. */
export interface CompiledContract {
  readonly sql: string;
  /** Values of `$1`, `$2`, …: every constant of the contract; names are quoted. */
  readonly parameters: readonly string[];
  /** The report, from the values of the one row that the statement gives. Broken places are counted, not listed. */
  readonly report: (row: readonly unknown[]) => ContractReport;
}

/**
 * Compiles every clause to SQL: verdicts and counts are those of `checkContract` on the same rows, clause by clause.
 * Clauses that cannot be evaluated stay inconclusive.
 */
export function compileContract(
  contract: DataContract,
  relation: SqlRelation,
  context: SqlContractContext = {},
): CompiledContract {
  const parameters = new Parameters();
  const clauses = [
    ...contract.fields.flatMap((field) =>
      compileField(
        field,
        relation.columns.find(({ name }) => name === field.name),
        parameters,
      ),
    ),
    ...compileTableRules(contract, relation, context, parameters),
  ];
  const columns = clauses.flatMap((clause) =>
    isCounted(clause) ? [clause.checked, clause.violated, clause.open?.when ?? 'false'] : [],
  );
  return {
    sql: `SELECT ${['count(*)', ...columns].join(',\n  ')}\nFROM ${relation.sql}`,
    parameters: parameters.values,
    report: (row) => summarise(reportsOf(clauses, row.slice(1)), [], Number(row[0])),
  };
}

function reportsOf(clauses: readonly CompiledClause[], values: readonly unknown[]): ClauseReport[] {
  let at = 0;
  return clauses.map((clause) => {
    if (!isCounted(clause)) return clause;
    const [checked, violated, open] = values.slice(at, at + 3);
    at += 3;
    return open === true && clause.open !== undefined
      ? unevaluable(clause.name, clause.open.detail)
      : reportOf(clause, { checked: Number(checked), violated: Number(violated) });
  });
}
