/** Numbers, booleans (0/1) and times (milliseconds since 1970 UTC) share one form; NaN is a missing value. */
export interface NumericColumn {
  readonly name: string;
  readonly type: 'number' | 'boolean' | 'time';
  readonly values: Float64Array;
}

/** Text, dictionary-coded; code −1 is a missing value. */
export interface TextColumn {
  readonly name: string;
  readonly type: 'string';
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

export type Column = NumericColumn | TextColumn;
export type ColumnType = Column['type'];

export function isMissing(column: Column, row: number): boolean {
  return column.type === 'string' ? (column.codes[row] ?? -1) < 0 : Number.isNaN(column.values[row] ?? NaN);
}

/** The value as a person would write it; null when missing. */
export function displayValue(column: Column, row: number): string | null {
  if (isMissing(column, row)) return null;
  switch (column.type) {
    case 'string':
      return column.levels[column.codes[row] ?? -1] ?? null;
    case 'boolean':
      return column.values[row] === 1 ? 'true' : 'false';
    case 'time':
      return new Date(column.values[row] ?? NaN).toISOString();
    case 'number':
      return String(column.values[row]);
  }
}
