import type { Claim } from '../claim/claim';
import { namedColumns } from '../claim/needed-columns';
import type { Column } from '../table/column';
import type { Table } from '../table/table';

/** Columns that neither a role nor a declared fact speaks about: each is asked what it could do to the claim. */
export function undeclaredColumns(table: Table, claim: Claim): readonly Column[] {
  const named = namedColumns(claim);
  return table.columns.filter(({ name }) => !named.has(name));
}
