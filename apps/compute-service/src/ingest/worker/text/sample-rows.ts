/** Types of undeclared columns are inferred from this many rows; a later row that does not fit is a bad row. */
export const SAMPLE_ROWS = 20_480;
