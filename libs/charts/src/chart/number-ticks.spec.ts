import { extentOf, tickText } from './number-ticks';

const texts = (format: Parameters<typeof tickText>[0], values: readonly number[]): readonly string[] =>
  values.map(tickText(format, [values[0] ?? 0, values.at(-1) ?? 0]));

describe('the numbers along an axis', () => {
  it.each([
    [{ style: 'compact' as const }, [0, 200e6, 400e6], ['0', '200M', '400M']],
    [
      { style: 'compact' as const },
      [1_000_000.1, 1_000_000.2, 1_000_000.4],
      ['1,000,000.1', '1,000,000.2', '1,000,000.4'],
    ],
    [{ style: 'compact' as const }, [0, 2e30, 4e30], ['0', '2e30', '4e30']],
    [{ style: 'number' as const }, [0, 2e-12, 4e-12], ['0', '2e−12', '4e−12']],
    [{ style: 'percent' as const, digits: 0 }, [0, 0.005, 0.01, 0.015, 0.02], ['0 %', '0.5 %', '1 %', '1.5 %', '2 %']],
    [{ style: 'number' as const, digits: 1, unit: 'minutes' }, [0, 5, 10], ['0.0', '5.0', '10.0']],
  ])('as %j are told apart: %j', (format, values, shown) => {
    expect(texts(format, values)).toEqual(shown);
  });

  it('reach as far as what is on top of each other comes to, up and down', () => {
    const data = {
      axis: 'category' as const,
      xTitle: '',
      clock: '' as const,
      yTitle: '',
      categories: ['a', 'b'],
      notes: [],
      series: [
        {
          name: 'x',
          points: [
            [0, 5],
            [1, -2],
          ] as const,
        },
        {
          name: 'y',
          points: [
            [0, 7],
            [1, null],
          ] as const,
        },
        { name: 'z', points: [[1, -4]] as const },
      ],
    };
    expect(extentOf(data, { stacked: true, fromZero: true })).toEqual([-6, 12]);
    expect(extentOf(data, { stacked: false, fromZero: false })).toEqual([-4, 7]);
  });
});
