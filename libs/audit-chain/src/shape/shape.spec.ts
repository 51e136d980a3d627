import { instant } from './instant';
import { array, either, integer, literal, nullable, number, object, record, string } from './shape';

const point = object({
  name: string(),
  at: array(number()),
  unit: nullable(literal('m', 'ft')),
  tags: record(either(string(), integer(0))),
});

describe('a shape', () => {
  it('accepts what has it, further members included', () => {
    expect(point.accepts({ name: 'p', at: [1, 2.5], unit: null, tags: { a: 'x', b: 3 }, more: true })).toBe(true);
    expect(point.problems({ name: 'p', at: [], unit: 'm', tags: {} })).toEqual([]);
  });

  it('names every defect by its pointer', () => {
    expect(point.problems({ name: 1, at: [1, NaN], unit: 'km', tags: { 'a/b': -1 } })).toEqual([
      '/name: must be a string',
      '/at/1: must be a finite number',
      '/unit: must be "m" or "ft"',
      '/tags/a~1b: must be an integer of at least 0',
    ]);
    expect(point.problems({ name: 'p', at: 'here', unit: 'm' })).toEqual([
      '/at: must be an array',
      '/tags: must be an object',
    ]);
    expect(point.problems(null)).toEqual([': must be an object']);
  });

  it('does not take what an object inherits for a member', () => {
    expect(object({ constructor: either(string(), string()) }).accepts({})).toBe(false);
  });
});

describe('a time', () => {
  const micros = instant('a time', /\.\d{6}/);
  const fits = (day: string, clock = '10:00:00'): boolean => micros.accepts(`${day}T${clock}.123456Z`);

  it('is on a day that the calendar has, leap years included', () => {
    const days = ['2026-01-31', '2026-02-28', '2024-02-29', '2000-02-29', '2026-04-30', '0000-02-29', '9999-12-31'];
    const missing = [
      '2026-02-29',
      '2026-02-30',
      '1900-02-29',
      '2026-04-31',
      '2026-06-31',
      '2026-01-32',
      '2026-01-00',
      '2026-13-01',
      '2026-00-01',
    ];
    expect(days.filter((it) => !fits(it))).toEqual([]);
    expect(missing.filter((it) => fits(it))).toEqual([]);
  });

  it('is of a day of 24 hours, without leap seconds, and spelled with as many digits as asked for', () => {
    expect(['23:59:59', '24:00:00', '10:60:00', '10:00:60', '1:00:00'].map((it) => fits('2026-03-01', it))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(
      [
        '2026-03-01T10:00:00Z',
        '2026-03-01T10:00:00.1234567Z',
        '2026-03-01T10:00:00.123456+00:00',
        '2026-03-01T10:00:00.123456Z\n',
      ].map((it) => micros.accepts(it)),
    ).toEqual([false, false, false, false]);
  });
});
