import { FLIGHTS } from './flights';
import { type MetricsHarness, startMetrics } from './metrics-harness';

const bookings = { columns: [{ name: 'carrier', type: 'string' }], rows: [{ carrier: 'B6' }, { carrier: 'UA' }] };

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
  await harness.world.certify('flights', FLIGHTS);
  await harness.world.certify('bookings', bookings);
}, 240_000);
