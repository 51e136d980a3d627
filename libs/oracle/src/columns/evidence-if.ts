import type { Claim, Declared } from '../claim/claim';
import { examineStudy } from '../evidence/examine';
import { buildStudy } from '../study/build-study';
import type { Column } from '../table/column';
import { Table } from '../table/table';
import type { Inquiry } from '../verdict/inquiry';

/** What a claim would say besides. */
export interface Otherwise {
  readonly declared?: Declared;
  readonly roles?: Claim['roles'];
  /** A column read in another way (dates that are only text as the table stands), or one that the table does not have. */
  readonly column?: Column;
}

/** p of the claim's own test had it declared this too; 1 where that cannot be tested, or goes the other way. */
export function evidenceIf(inquiry: Inquiry, otherwise: Otherwise): number {
  const { claim, table, input } = inquiry;
  const changed: Claim = {
    ...claim,
    declared: { ...claim.declared, ...otherwise.declared },
    roles: { ...claim.roles, ...otherwise.roles },
  };
  const { column } = otherwise;
  const read = column === undefined ? table : new Table(withColumn(table.columns, column), table.rowCount);
  const built = buildStudy(read, changed);
  const examined = built.ok ? examineStudy(built.study, changed, input.seed) : { impossible: built.reason };
  if ('impossible' in examined || Number.isNaN(examined.p)) return 1;
  const found = inquiry.evidence();
  return found !== null && found.statistic * examined.statistic < 0 ? 1 : examined.p;
}

function withColumn(columns: readonly Column[], column: Column): readonly Column[] {
  return columns.some(({ name }) => name === column.name)
    ? columns.map((own) => (own.name === column.name ? column : own))
    : [...columns, column];
}
