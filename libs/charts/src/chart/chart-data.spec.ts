import type { ChartWidget } from '@svc/contracts';
import { chartData } from './chart-data';

const chart = (viz: ChartWidget['viz']): ChartWidget => ({
  id: 'a',
  type: 'chart',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  bind: { metric: 'm', filters: [], order: [] },
  viz,
});
const answer = (columns: Readonly<Record<string, string>>, rows: readonly (readonly (string | number | null)[])[]) => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  rows: rows.map((row) => [...row]),
  truncated: false,
});
const DAYS = { day: 'date', carrier: 'string', n: 'integer' };

describe('what a chart draws', () => {
  it('is every value, also where two are written alike', () => {
    const bars = chartData(
      chart({ mark: 'bar' }),
      answer({ at: 'timestamp', n: 'integer' }, [
        ['2024-01-01 10:00:00.25', 1],
        ['2024-01-01 10:00:00.5', 2],
      ]),
    );
    expect(bars).toMatchObject({
      categories: ['2024-01-01 10:00:00.25', '2024-01-01 10:00:00.5'],
      series: [
        {
          points: [
            [0, 1],
            [1, 2],
          ],
        },
      ],
    });
    const lines = chartData(
      chart({ mark: 'line' }),
      answer(DAYS, [
        ['2024-01-01', null, 1],
        ['2024-01-01', '–', 2],
        ['2024-01-01', '', 3],
      ]),
    );
    expect(lines).toMatchObject({ series: [{ name: 'null' }, { name: '–' }, { name: '(empty)' }] });
  });

  it('has a height at every place when areas lie on top of each other, and says which it made up', () => {
    const rows = [
      ['2024-01-01', 'B6', 1],
      ['2024-01-01', 'UA', 2],
      ['2024-02-01', 'B6', 3],
      ['2024-03-01', 'UA', 4],
      ['2024-03-01', 'B6', null],
    ];
    const { series, notes } = chartDataOf(chartData(chart({ mark: 'area', stacked: true }), answer(DAYS, rows)));
    expect(series.map(({ points }) => points.map(([, y]) => y))).toEqual([
      [1, 3, 0],
      [2, 0, 4],
    ]);
    expect(new Set(series.map(({ points }) => JSON.stringify(points.map(([x]) => x)))).size).toBe(1);
    expect(notes).toEqual(['2 without a value drawn as 0']);
    expect(chartDataOf(chartData(chart({ mark: 'area' }), answer(DAYS, rows))).series[1]?.points).toHaveLength(2);
  });

  it('is nothing where several rows stand at one moment of one line, but every point of a cloud', () => {
    const twins = answer(DAYS, [
      ['2024-01-01', 'B6', 1],
      ['2024-01-01', 'B6', 2],
    ]);
    expect(chartData(chart({ mark: 'line' }), twins)).toContain('Several rows share a value of "day"');
    expect(chartDataOf(chartData(chart({ mark: 'point' }), twins)).series[0]?.points).toHaveLength(2);
    expect(
      chartDataOf(
        chartData(
          chart({ mark: 'line' }),
          answer({ x: 'number', y: 'number' }, [
            [0, 0],
            [0, 1],
          ]),
        ),
      ).series[0]?.points,
    ).toHaveLength(2);
  });

  it('is a sentence where there is no value, or no place for one', () => {
    expect(chartData(chart({ mark: 'bar' }), answer(DAYS, [['2024-01-01', 'B6', null]]))).toBe(
      '"n" has no value in any row.',
    );
    expect(chartData(chart({ mark: 'line' }), answer(DAYS, [[null, 'B6', 1]]))).toBe('No row has a value of "day".');
  });

  it('writes years as years', () => {
    expect(
      chartDataOf(
        chartData(
          chart({ mark: 'bar' }),
          answer({ year: 'integer', n: 'integer' }, [
            [2023, 1],
            [12_345, 2],
          ]),
        ),
      ).categories,
    ).toEqual(['2023', '12,345']);
  });
});

function chartDataOf(data: ReturnType<typeof chartData>): Exclude<ReturnType<typeof chartData>, string> {
  if (typeof data === 'string') throw new Error(data);
  return data;
}
