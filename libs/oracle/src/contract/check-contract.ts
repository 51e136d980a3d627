import type { Table } from '../table/table';
import { sayList } from '../words/number-words';
import { checkField } from './check-field';
import { checkTable } from './check-table';
import type { ContractContext } from './contract-context';
import type { ClauseReport, ContractReport, Violation } from './contract-report';
import type { DataContract } from './data-contract';

/** Every clause on every row. */
export function checkContract(contract: DataContract, table: Table, context: ContractContext = {}): ContractReport {
  const checked = [
    ...contract.fields.flatMap((field) => checkField(field, table)),
    ...checkTable(contract, table, context),
  ];
  const clauses = checked.map(({ report }) => report);
  const violations = checked.flatMap((item) => (item.report.verdict === 'unsound' ? item.violations : []));
  return summarise(clauses, violations, table.rowCount);
}

/** Any broken clause is unsound; else any that cannot be evaluated is inconclusive. */
export function summarise(
  clauses: readonly ClauseReport[],
  violations: readonly Violation[],
  rowCount: number,
): ContractReport {
  const broken = clauses.filter((clause) => clause.verdict === 'unsound');
  const open = clauses.filter((clause) => clause.verdict === 'inconclusive');
  if (clauses.length === 0)
    return { verdict: 'inconclusive', reason: 'the contract has no clause', clauses, violations };
  if (broken.length > 0)
    return {
      verdict: 'unsound',
      reason: `broken: ${sayList(
        broken.map((clause) => `${clause.clause} (${clause.detail})`),
        3,
      )}`,
      clauses,
      violations,
    };
  if (open.length > 0)
    return {
      verdict: 'inconclusive',
      reason: `cannot be evaluated: ${sayList(
        open.map((clause) => `${clause.clause} (${clause.detail})`),
        3,
      )}`,
      clauses,
      violations,
    };
  return {
    verdict: 'sound',
    reason: `${clauses.length === 1 ? 'the one clause holds' : `all ${clauses.length} clauses hold`} on ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`,
    clauses,
    violations,
  };
}
