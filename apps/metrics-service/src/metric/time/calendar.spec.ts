import { dayOf, instantOf, instantText, nextDay, readDay, readInstant, startOf, step, wallText } from './calendar';
import { readZone, UTC } from './time-zone';

describe('the calendar', () => {
  it.each(['2024-02-30', '2023-02-29', '2024-13-01', '2024-1-1', '0000-01-01', '10000-01-01', 'today', '20240101', ''])(
    'refuses "%s" as a day',
    (text) => {
      expect(readDay(text)).toBeNull();
    },
  );

  it.each([
    ['2024-01-01T00:00:00+02:00', '2023-12-31 22:00:00'],
    ['2024-01-01T00:00-0530', '2024-01-01 05:30:00'],
    ['2024-01-01 10:20:30.123456Z', '2024-01-01 10:20:30.123456'],
    ['2024-01-01T10:20', '2024-01-01 10:20:00'],
  ])('reads %s as %s UTC', (text, utc) => {
    expect(readInstant(text, UTC)).toEqual({ kind: 'instant', text: utc });
  });

  it.each([
    '2024-02-30T00:00:00Z',
    '2024-01-01T25:00:00Z',
    '2024-01-01T00:61:00Z',
    '2024-01-01T00:00:00+99:00',
    '2024-01-01',
  ])('refuses "%s" as an instant', (text) => {
    expect(readInstant(text, UTC)).toBeNull();
  });

  it('knows the day that tables hold for "no end", and where it ends in every zone', () => {
    const last = { kind: 'day', text: '9999-12-31' } as const;
    const [newYork, tokyo] = ['America/New_York', 'Asia/Tokyo'].map((name) => readZone(name) ?? UTC);
    expect(readDay('9999-12-31')).toEqual(last);
    expect(nextDay('9999-12-31')).toBe('10000-01-01');
    const end = { kind: 'day', text: nextDay('9999-12-31') } as const;
    expect([
      instantText(last, newYork ?? UTC),
      instantText(end, newYork ?? UTC),
      instantText(end, tokyo ?? UTC),
    ]).toEqual(['9999-12-31 05:00:00', '10000-01-01 05:00:00', '9999-12-31 15:00:00']);
    const evening = readInstant('9999-12-31T23:59:59.999999-05:00', UTC);
    expect(evening).toEqual({ kind: 'instant', text: '10000-01-01 04:59:59.999999' });
    expect(evening && wallText(evening, newYork ?? UTC)).toBe('9999-12-31 23:59:59.999999');
    expect(wallText({ kind: 'instant', text: '9999-12-31 23:00:00' }, tokyo ?? UTC)).toBe('10000-01-01 08:00:00');
  });

  it('starts weeks on Monday, also across a year', () => {
    expect(dayOf(startOf(new Date('2023-01-01T10:00:00Z'), 'week'))).toBe('2022-12-26');
    expect(dayOf(startOf(new Date('2024-01-01T00:00:00Z'), 'week'))).toBe('2024-01-01');
    expect(dayOf(startOf(new Date('2024-05-20T00:00:00Z'), 'quarter'))).toBe('2024-04-01');
    expect(instantOf(startOf(new Date('2024-05-20T11:59:59.999Z'), 'hour'))).toBe('2024-05-20 11:00:00.000');
  });

  it('steps a month to its last day when the day does not exist', () => {
    expect(dayOf(step(new Date('2024-01-31T00:00:00Z'), 1, 'month'))).toBe('2024-02-29');
    expect(dayOf(step(new Date('2024-02-29T00:00:00Z'), -1, 'year'))).toBe('2023-02-28');
    expect(dayOf(step(new Date('2024-03-31T00:00:00Z'), -4, 'quarter'))).toBe('2023-03-31');
    expect(nextDay('2024-12-31')).toBe('2025-01-01');
  });
});
