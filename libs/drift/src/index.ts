export { type ColumnDrift, compareColumns, type DriftTest, type DriftVerdict, type Rows } from './compare-columns';
export { compareTables, type TableDrift, type TableSample } from './compare-tables';
export type { CategoricalSample, NumericSample, Sample } from './sample';
