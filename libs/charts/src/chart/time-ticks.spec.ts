import fc from 'fast-check';
import { timeTicks } from './time-ticks';

const at = (...moment: [number, number, ...number[]]): number => Date.UTC(...moment);
const labels = (low: number, high: number, most = 6): readonly string[] => {
  const { moments, text } = timeTicks(low, high, most);
  return moments.map(text);
};

describe('the moments named along an axis', () => {
  it('are round in the unit that the axis is long in, from a second to a thousand years', () => {
    expect(labels(at(2024, 1, 29, 23, 30), at(2024, 1, 29, 23, 30, 2), 4)).toEqual(
      ['23:30:00.000', '23:30:00.500', '23:30:01.000', '23:30:01.500', '23:30:02.000'].slice(0, 5),
    );
    expect(labels(at(2024, 1, 29, 23, 30), at(2024, 1, 29, 23, 30, 10), 4)).toEqual([
      '23:30:00',
      '23:30:05',
      '23:30:10',
    ]);
    expect(labels(at(2024, 1, 29, 23, 30), at(2024, 2, 1, 0, 30), 4)).toEqual([
      '23:30',
      '23:45',
      '1 Mar',
      '00:15',
      '00:30',
    ]);
    expect(labels(at(2024, 0, 1), at(2024, 5, 1))).toEqual(['2024', 'Feb', 'Mar', 'Apr', 'May', 'Jun']);
    expect(labels(at(1920, 0, 1), at(2020, 0, 1))).toEqual(['1920', '1940', '1960', '1980', '2000', '2020']);
    expect(labels(at(1000, 0, 1), at(2000, 0, 1))).toEqual(['1000', '1200', '1400', '1600', '1800', '2000']);
  });

  it('are the days of weeks that begin on Monday', () => {
    const { moments } = timeTicks(at(2023, 10, 20), at(2023, 11, 20), 5);
    expect(moments.map((it) => new Date(it).getUTCDay())).toEqual([1, 1, 1, 1, 1]);
  });

  it('leave to a line below what they do not say: the day of a clock, the year of a day', () => {
    expect(timeTicks(at(2024, 1, 29, 9), at(2024, 1, 29, 10), 5).context).toBe('29 Feb 2024');
    expect(timeTicks(at(2023, 11, 31, 23), at(2024, 0, 1, 1), 5).context).toBe('2023 – 2024');
    expect(timeTicks(at(2024, 3, 3), at(2024, 3, 20), 5).context).toBe('2024');
    expect(timeTicks(at(2023, 10, 1), at(2024, 2, 1), 5).context).toBe('');
  });

  it('are there, inside the axis, in order and no two alike, however long it is', () => {
    const moment = fc.integer({ min: at(100, 0, 1), max: at(9000, 0, 1) });
    fc.assert(
      fc.property(
        moment,
        fc.double({ min: 0, max: 13, noNaN: true }),
        fc.integer({ min: 3, max: 12 }),
        (low, size, most) => {
          const high = low + Math.floor(10 ** size);
          const { moments, text } = timeTicks(low, high, most);
          expect(moments.length).toBeGreaterThan(0);
          expect(moments.length).toBeLessThanOrEqual(most + 1);
          expect(moments.every((it, index) => it >= low && it <= high && it > (moments[index - 1] ?? -Infinity))).toBe(
            true,
          );
          for (const [index, it] of moments.slice(1).entries()) expect(text(it)).not.toBe(text(moments[index] ?? NaN));
        },
      ),
    );
  });
});
