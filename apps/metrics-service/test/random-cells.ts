import type { Column, Grain } from '@svc/contracts';
import fc from 'fast-check';
import type { Cell, Table } from './duckdb-tables';

export const SHARED: readonly Column[] = [
  { name: 'select', type: 'string' },
  { name: 'Air "line" %', type: 'string' },
  { name: 'code', type: 'integer' },
  { name: 'price', type: 'decimal(12,3)' },
  { name: 'weight', type: 'number' },
  { name: 'late', type: 'boolean' },
];
export const VISITS: readonly Column[] = [
  ...SHARED,
  { name: 'day', type: 'date' },
  { name: 'seen', type: 'timestamp' },
];
export const ORDERS: readonly Column[] = [
  ...SHARED,
  { name: 'at', type: 'timestamptz' },
  { name: 'seen', type: 'timestamp' },
];
export const SHARED_NAMES = SHARED.map((it) => it.name);

/** A period of history: a year, or the few days around a clock change, where hours and minutes are requested. */
export interface Era {
  readonly days: readonly string[];
  readonly instants: readonly string[];
  readonly now: string;
  readonly zones: readonly string[];
  readonly fine: boolean;
}

const around = (days: readonly string[], hours: readonly string[]): readonly string[] =>
  days.flatMap((day) => hours.map((hour) => `${day} ${hour}`));
export const ERAS: readonly Era[] = [
  {
    days: [
      '2023-12-31',
      '2024-01-01',
      '2024-02-29',
      '2024-03-01',
      '2024-03-04',
      '2024-03-05',
      '2024-03-06',
      '2024-03-31',
      '2024-12-30',
    ],
    instants: [
      ...around(
        ['2023-12-31', '2024-01-01', '2024-02-29', '2024-03-05', '2024-12-30'],
        ['00:00:00', '05:00:00', '23:00:00'],
      ),
      '2024-03-05 10:30:00',
      '2024-03-05 10:29:59',
      '2024-01-07 23:59:59',
      '2024-01-08 00:00:00',
    ],
    now: '2024-03-05T10:30:00Z',
    zones: ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'],
    fine: false,
  },
  // Forward at 01:00 UTC; no row inside a skipped hour, since there is none.
  {
    days: ['2024-03-30', '2024-03-31', '2024-04-01'],
    instants: around(
      ['2024-03-30', '2024-03-31'],
      ['00:30:00', '00:59:59', '01:00:00', '01:15:00', '22:00:00', '23:30:00'],
    ),
    now: '2024-03-31T12:00:00Z',
    zones: ['Europe/Berlin', 'UTC', 'Asia/Kolkata'],
    fine: true,
  },
  // Back at 06:00 UTC: 01:30 comes twice.
  {
    days: ['2024-11-02', '2024-11-03', '2024-11-04'],
    instants: around(
      ['2024-11-03', '2024-11-04'],
      ['03:59:59', '04:00:00', '05:30:00', '06:00:00', '06:30:00', '07:00:00'],
    ),
    now: '2024-11-03T06:10:00Z',
    zones: ['America/New_York'],
    fine: true,
  },
  // Forward at midnight: the day begins at one o'clock.
  {
    days: ['2018-11-03', '2018-11-04', '2018-11-05'],
    instants: around(['2018-11-04'], ['02:59:59', '03:00:00', '03:30:00', '12:00:00']),
    now: '2018-11-04T12:00:00Z',
    zones: ['America/Sao_Paulo'],
    fine: true,
  },
];

const TEXTS = ['', 'a', 'A', 'a%b', "o'hare", '"q"', 'é', '日本', '😀', '_', 'null', 'ab'];

export function cellOf(type: string, era: Era): fc.Arbitrary<Exclude<Cell, null>> {
  switch (type) {
    case 'string':
      return fc.constantFrom(...TEXTS);
    case 'integer':
      return fc.integer({ min: -3, max: 5 });
    case 'decimal(12,3)':
      return fc.integer({ min: -3000, max: 3000 }).map((it) => (it / 1000).toFixed(3));
    case 'number':
      return fc.integer({ min: -16, max: 16 }).map((it) => it / 8);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.constantFrom(...era.days);
    default:
      return fc.constantFrom(...era.instants);
  }
}

export function tableOf(columns: readonly Column[], era: Era): fc.Arbitrary<Table> {
  const row = fc.record(
    Object.fromEntries(columns.map((it) => [it.name, fc.option(cellOf(it.type, era), { freq: 5 })])),
  );
  return fc.array(row, { maxLength: 14 }).map((rows) => ({ columns, rows }));
}

export const COARSE: readonly Grain[] = ['day', 'week', 'month', 'quarter', 'year'];
