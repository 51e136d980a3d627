/** A certified table for metrics: one delay is missing. */
export const FLIGHTS = {
  columns: [
    { name: 'carrier', type: 'string' },
    { name: 'day', type: 'date' },
    { name: 'delay', type: 'integer' },
  ],
  rows: [
    { carrier: 'B6', day: '2024-01-01', delay: 10 },
    { carrier: 'B6', day: '2024-02-01', delay: 20 },
    { carrier: 'DL', day: '2024-02-10', delay: 6 },
    { carrier: 'DL', day: '2024-02-20', delay: null },
  ],
};

/** A metric on it. */
export const DELAY_TOTAL = {
  name: 'delay_total',
  type: 'simple' as const,
  source: 'flights',
  measure: { agg: 'sum' as const, column: 'delay' },
  dimensions: ['carrier'],
  timeDimension: { column: 'day', grain: 'month' as const },
};
