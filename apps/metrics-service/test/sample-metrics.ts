import { type MetricsHarness, startMetrics } from './metrics-harness';

export const flights = {
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

const bookings = { columns: [{ name: 'carrier', type: 'string' }], rows: [{ carrier: 'B6' }, { carrier: 'UA' }] };

export const delayTotal = {
  name: 'delay_total',
  type: 'simple' as const,
  source: 'flights',
  measure: { agg: 'sum' as const, column: 'delay' },
  dimensions: ['carrier'],
  timeDimension: { column: 'day', grain: 'month' as const },
};

export const seats = {
  name: 'seats',
  type: 'simple' as const,
  source: 'bookings',
  measure: { agg: 'count' as const },
  dimensions: ['carrier'],
};

export const delayPerSeat = {
  name: 'delay_per_seat',
  type: 'ratio' as const,
  numerator: 'delay_total',
  denominator: 'seats',
};

export let harness: MetricsHarness;

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('flights', flights);
  await harness.world.certify('bookings', bookings);
}, 240_000);
