import { ProblemError } from '@svc/contracts';
import { compileContract, type ContractReport, type DataContract, parseContract, type SqlRelation } from '@svc/oracle';
import type { OracleContext, OracleQuestion } from '../run/run.ports';
import { oracleColumns } from './columns-to-read';
import type { LargeTables } from './large-tables';

/** The contract of a question; null without one. */
export function contractOf({ contract }: OracleQuestion): DataContract | null {
  const parsed = contract === null ? null : parseContract(contract);
  return parsed?.ok === true ? parsed.contract : null;
}

/** True when the contract refers to tables that an oracle process does not read. */
export function pointsElsewhere(contract: DataContract): boolean {
  return (contract.table?.foreignKeys ?? []).length > 0;
}

/** Checks a contract on all rows, and against the inputs that its foreign keys refer to, in one statement. */
export async function contractInSql(
  contract: DataContract,
  { table, inputs, contractContext }: OracleQuestion,
  tables: LargeTables,
  context: OracleContext,
): Promise<ContractReport> {
  const pointedTo = new Set((contract.table?.foreignKeys ?? []).map((it) => it.reference.resource));
  const others = Object.entries(inputs)
    .filter(([name]) => pointedTo.has(name))
    .map(([name, version], i) => ({ name, version, alias: `reference_${i}` }));
  const references = Object.fromEntries(
    others.map(({ name, version, alias }): [string, SqlRelation] => [
      name,
      { sql: alias, columns: oracleColumns(version.columns) },
    ]),
  );
  const { sql, parameters, report } = compileContract(
    contract,
    { sql: 'rows', columns: oracleColumns(table.columns) },
    { ...contractContext, references },
  );
  try {
    return report(
      await tables.oneRow(
        { rows: table, ...Object.fromEntries(others.map(({ alias, version }) => [alias, version])) },
        sql,
        parameters,
        context,
      ),
    );
  } catch (error) {
    // A clause that the engine cannot compute is not known to be violated.
    if (!(error instanceof ProblemError) || !NOT_EVALUATED.has(error.code)) throw error;
    return {
      verdict: 'inconclusive',
      reason: `its contract could not be checked on all ${table.rows} rows: ${error.detail}`,
      clauses: [],
      violations: [],
    };
  }
}

const NOT_EVALUATED: ReadonlySet<string> = new Set(['invalid-sql', 'query-out-of-memory', 'query-timeout']);
