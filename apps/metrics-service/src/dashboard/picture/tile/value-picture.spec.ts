import { type Widget, chart, number, table, draw } from '../../../../test/dashboard/drawn-page';

describe('values in the picture of a page', () => {
  it('leaves a gap in a line where a value is missing', () => {
    const one = {
      columns: [
        { name: 'day', type: 'date' },
        { name: 'delay', type: 'number' },
      ],
      rows: [
        ['2024-01-01', 1],
        ['2024-02-01', 2],
        ['2024-03-01', null],
        ['2024-04-01', 4],
        ['2024-05-01', 5],
      ],
    };
    const lines = [
      ...draw(chart({ mark: 'line' }), one).matchAll(
        /<path d="(M[^"]*)" fill="none" stroke="#0b57d0" stroke-width="2"/g,
      ),
    ].map(([, path = '']) => path);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.match(/M/g)).toHaveLength(2);
  });

  it.each(['integer', 'string'])(
    'draws a value between two missing ones along a %s, also where there are too many for a point each',
    (type) => {
      const rows = Array.from({ length: 100 }, (_, index) => [
        type === 'string' ? `n ${index}` : index,
        index === 49 || index === 51 ? null : index,
      ]);
      const svg = draw(chart({ mark: 'line' }), {
        columns: [
          { name: 'x', type },
          { name: 'y', type: 'integer' },
        ],
        rows,
      });
      expect(svg.match(/<path d="M1 0A1 1[^>]*>/g)).toHaveLength(1);
    },
  );

  it('never cuts a number short', () => {
    const exact: Widget = { ...number, viz: { format: { style: 'number', digits: 2 } } };
    const svg = draw(exact, {
      columns: [{ name: 'a', type: 'decimal(38,2)' }],
      rows: [['123456789012345678901234567890123456.78']],
    });
    expect(svg).toContain('>123,456,789,012,345,678,901,234,567,890,123,456.78</text>');
  });

  it('rounds a number that has no room, and says that columns have none', () => {
    const long = '123456789012345678901234567890123456.78';
    const rows = {
      columns: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'decimal(38,2)' },
        { name: 'at', type: 'timestamp' },
      ],
      rows: [['x', long, '2024-01-01 12:34:56']],
    };
    const narrow: Widget = { ...table, gridPos: { x: 0, y: 0, w: 4, h: 4 } };
    expect(draw(narrow, rows)).toMatch(/>1\.23e35<[\s\S]*1 of 1 rows, 2 of 3 columns/);
    expect(
      draw(
        { ...number, gridPos: { x: 0, y: 0, w: 3, h: 3 } },
        { columns: [{ name: 'b', type: 'decimal(38,2)' }], rows: [[long]] },
      ),
    ).toContain('>1.23e35</text>');
  });

  it('draws lying bars over the whole height, however many there are', () => {
    const bars = {
      columns: [
        { name: 'a', type: 'string' },
        { name: 'n', type: 'integer' },
      ],
      rows: Array.from({ length: 200 }, (_, index) => [`name ${index}`, index + 1]),
    };
    const heights = [
      ...draw(chart({ mark: 'bar', horizontal: true }), bars).matchAll(
        /<path d="M[\d.]+ ([\d.]+)l[^"]*" fill="#0b57d0"/g,
      ),
    ].map(([, y = '']) => Number(y));
    expect(heights).toHaveLength(200);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(120);
  });

  it('labels moments by what is new in them, each in the size of a label', () => {
    const hours = {
      columns: [
        { name: 'at', type: 'timestamp' },
        { name: 'delay', type: 'number' },
      ],
      rows: Array.from({ length: 24 }, (_, hour) => [`2024-02-29 ${String(hour).padStart(2, '0')}:00:00`, hour]),
    };
    const svg = draw(chart({ mark: 'line' }), hours);
    expect(svg).toContain('>29 Feb</text>');
    expect(svg).toContain('>12:00</text>');
    expect([...svg.matchAll(/<text [^>]*>/g)].filter(([tag]) => !tag.includes('font-size='))).toEqual([]);
  });

  it('says the clock of hours of a zone, which are instants, in a line, in bars and in a table', () => {
    const hours = {
      columns: [
        { name: 'at', type: 'timestamptz' },
        { name: 'delay', type: 'number' },
      ],
      rows: [
        ['2025-10-25T22:00:00Z', 1],
        ['2025-10-25T23:00:00Z', 2],
        ['2025-10-26T00:00:00Z', 3],
      ],
    };
    for (const mark of ['line', 'bar'] as const) expect(draw(chart({ mark }), hours)).toMatch(/>(2025, )?UTC</);
    expect(draw(table, hours)).toContain('>at, UTC<');
    expect(
      draw(table, {
        ...hours,
        columns: [
          { name: 'at', type: 'timestamp' },
          { name: 'delay', type: 'number' },
        ],
      }),
    ).toContain('>at<');
  });

  it('says what a chart cannot draw', () => {
    const text = {
      columns: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'string' },
      ],
      rows: [['x', 'y']],
    };
    expect(draw(chart({ mark: 'bar' }), text)).toContain('the y axis needs numbers');
    const twins = {
      columns: [
        { name: 'a', type: 'string' },
        { name: 'n', type: 'integer' },
      ],
      rows: [
        ['x', 1],
        ['x', 2],
      ],
    };
    expect(draw(chart({ mark: 'bar' }), twins)).toContain('Several rows share a value of');
    expect(draw(chart({ mark: 'bar', encoding: { x: { field: 'z' } } }), text)).toContain('no column &quot;z&quot;');
  });
});
