/** From so many rows the types of undeclared columns are read; a later row that does not fit is a bad row. */
export const SAMPLE_ROWS = 20_480;
