import fc from 'fast-check';
import { isoDate, isoTime, isoTimestamp } from './iso-time';

describe('ISO 8601', () => {
  it('says the same as the platform where that has the precision', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('-002000-01-01'), max: new Date('+012000-01-01'), noInvalidDate: true }),
        (date) => {
          const whole = date
            .toISOString()
            .replace('Z', '')
            .replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros));
          expect(isoTimestamp(BigInt(date.getTime()) * 1000n).replace(/(\.\d*?)0+$/, '$1')).toBe(
            whole.replace(/(\.\d*?)0+$/, '$1'),
          );
        },
      ),
    );
  });

  it('keeps every digit there is, and none that is zero', () => {
    expect([
      isoTime(1n),
      isoTime(61_500_000n),
      isoTime(0n),
      isoTime(86_399_999_999n),
      isoTime(1n, 1_000_000_000n),
    ]).toEqual(['00:00:00.000001', '00:01:01.5', '00:00:00', '23:59:59.999999', '00:00:00.000000001']);
    expect([isoTimestamp(-1n), isoTimestamp(-86_400_000_000n), isoTimestamp(1_357_017_420n, 1n)]).toEqual([
      '1969-12-31T23:59:59.999999',
      '1969-12-31T00:00:00',
      '2013-01-01T05:17:00',
    ]);
  });

  it('has a name for dates beyond the calendar', () => {
    expect([isoDate(2 ** 31 - 1), isoDate(-(2 ** 31) + 1), isoDate(-719_529)]).toEqual([
      'infinity',
      '-infinity',
      '-000001-12-31',
    ]);
  });
});
