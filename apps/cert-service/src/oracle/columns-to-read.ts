import type { Claim as DeclaredClaim, Column } from '@svc/contracts';
import { type ColumnType, type DataContract, neededColumns, type ParquetColumn, parseClaim } from '@svc/oracle';

/** How the oracle reads a stored table: integers, decimals and times of day are numbers, dates and timestamps are times. */
export function oracleColumns(columns: readonly Column[]): readonly ParquetColumn[] {
  return columns.map(({ name, type }) => ({ name, type: oracleType(type) }));
}

function oracleType(type: Column['type']): ColumnType {
  if (type === 'boolean' || type === 'string') return type;
  return ['date', 'timestamp', 'timestamptz'].includes(type) ? 'time' : 'number';
}

/** The columns a claim needs; none for a malformed claim, which the oracle reports. */
export function claimColumns(claim: DeclaredClaim, columns: readonly ParquetColumn[]): readonly string[] {
  const parsed = parseClaim(claim, columns);
  return parsed.ok
    ? neededColumns(
        parsed.claim,
        columns.map(({ name }) => name),
      )
    : [];
}

/** The columns a contract needs: those it mentions, or all where it restricts which exist. */
export function contractColumns(contract: DataContract, names: readonly string[]): readonly string[] {
  const said = new Set(textsIn(contract));
  return contract.table?.columnsMatch === true ? names : names.filter((name) => said.has(name));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** The column whose values a sample must keep whole: the unit, so that repetitions stay visible; else the cluster. */
export function sampledBy({ roles, declared }: DeclaredClaim, names: readonly string[]): string | null {
  return (
    [roles['unit'], declared['unit'], declared['cluster']]
      .flat()
      .map(String)
      .find((it) => names.includes(it)) ?? null
  );
}
