import { dashboardSpec, type DashboardSpec, type PageData, type TileData } from '@svc/contracts';
import { pagePicture } from './page-picture';

const HOSTILE = `</text><script>alert(1)</script>" onload="x' & \u202E\u0007`;

const source = (derivation: string) => ({
  derivation,
  run: '00000000-0000-4000-8000-000000000001',
  data_hash: `sha256:${'2'.repeat(64)}`,
  certificate_digest: `sha256:${'ab'.repeat(32)}`,
  verdict: 'sound' as const,
  as_of: '2024-03-01T00:00:00Z',
});

type Answer = Pick<Extract<TileData, { state: 'answered' }>['answer'], 'columns' | 'rows'> & {
  readonly truncated?: boolean;
};
type Widget = DashboardSpec['pages'][number]['widgets'][number];

const chart = (viz: Extract<Widget, { type: 'chart' }>['viz'], id = 'chart'): Widget => ({
  id,
  type: 'chart',
  title: 'Chart',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  bind: { metric: 'delay', filters: [], order: [], grain: 'month' },
  viz,
});
const number: Widget = {
  id: 'number',
  type: 'metric',
  title: 'Number',
  gridPos: { x: 0, y: 0, w: 6, h: 4 },
  bind: { metric: 'delay', filters: [], order: [] },
};
const table: Widget = {
  id: 'table',
  type: 'table',
  title: 'Table',
  gridPos: { x: 0, y: 0, w: 12, h: 6 },
  bind: { derivation: 'flights', filters: [], order: [] },
};

const answered = (widget: Widget, { truncated = false, ...answer }: Answer): TileData => ({
  id: widget.id,
  type: widget.type,
  title: widget.title ?? '',
  state: 'answered',
  answer: { ...answer, row_count: answer.rows.length, truncated, sql: '', cached: false },
  sources: [source('flights')],
});

function drawn(widget: Widget, tile: TileData, title = 'Delays'): string {
  const spec = dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title,
    pages: [{ name: 'first', title: 'First', widgets: [widget] }],
  });
  const data: PageData = {
    dashboard: 'delays',
    version: 1,
    published: true,
    page: { name: 'first', title: 'First' },
    variables: {},
    tiles: [tile],
  };
  const [page] = spec.pages;
  if (page === undefined) throw new Error('a page was written and is not there');
  return pagePicture(spec, page, data);
}

const draw = (widget: Widget, answer: Answer): string => drawn(widget, answered(widget, answer));
const months = {
  columns: [
    { name: 'day', type: 'date' },
    { name: 'carrier', type: 'string' },
    { name: 'delay', type: 'number' },
  ],
  rows: [
    ['2024-01-01', 'B6', 1],
    ['2024-02-01', 'B6', null],
    ['2024-03-01', 'B6', 3],
    ['2024-01-01', HOSTILE, 5],
    ['2024-03-01', HOSTILE, 7],
  ],
};

/** Everything a picture may be made of. The gateway shows it under "default-src 'none'; sandbox". */
const ELEMENTS = ['svg', 'title', 'desc', 'g', 'path', 'text', 'rect', 'circle', 'clipPath', 'defs'];
const ATTRIBUTES = [
  'xmlns',
  'width',
  'height',
  'viewBox',
  'role',
  'font-family',
  'x',
  'y',
  'rx',
  'r',
  'cx',
  'cy',
  'd',
  'id',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'transform',
  'clip-path',
  'text-anchor',
  'dominant-baseline',
  'font-size',
  'font-weight',
  'xml:space',
];

describe('the picture of a page', () => {
  const marks = ['line', 'bar', 'area', 'point'] as const;

  it.each(marks)('as %s is made of shapes and words alone, whatever the data are called', (mark) => {
    const svg = drawn(chart({ mark, stacked: mark === 'bar' }), answered(chart({ mark }), months), HOSTILE);
    const tags = [...svg.matchAll(/<\/?([^\s/>]+)([^>]*)>/g)];
    expect([...new Set(tags.map(([, name = '']) => name))].filter((it) => !ELEMENTS.includes(it))).toEqual([]);
    const attributes = tags.flatMap(([, , text = '']) =>
      [...text.matchAll(/([\w:-]+)="[^"]*"/g)].map(([, name = '']) => name),
    );
    expect([...new Set(attributes)].filter((it) => !ATTRIBUTES.includes(it))).toEqual([]);
    expect(svg).not.toMatch(/[\u0007\u202E]|url\((?!#)/);
    expect(svg).toContain('&lt;script&gt;');
  });

  it('is the same bytes for the same data, however many were drawn before', () => {
    const first = draw(chart({ mark: 'line' }), months);
    draw(chart({ mark: 'bar' }), months);
    expect(draw(chart({ mark: 'line' }), months)).toBe(first);
    expect(first).toContain('id="chart-c0"');
  });

  it('names the verdict and the certificate of every number, whole in the tooltip', () => {
    const svg = draw(number, { columns: [{ name: 'delay', type: 'integer' }], rows: [[336_776]] });
    expect(svg).toContain('>336,776</text>');
    expect(svg).toContain('sound · abababababab');
    expect(svg).toContain(`flights: sound, certificate sha256:${'ab'.repeat(32)}, data sha256:${'2'.repeat(64)}`);
  });

  it('shows no number where a source is not certified, and says why', () => {
    const svg = drawn(number, {
      id: 'number',
      type: 'metric',
      title: 'Number',
      state: 'uncertified',
      sources: [{ name: 'flights', reason: 'it was revoked.' }],
    });
    expect(svg).toMatch(/Not certified now[\s\S]*flights: it was revoked\.[\s\S]*no number is shown/);
    expect(svg).not.toContain('sound ·');
  });

  it('says that a tile has no answer, no rows or no value, and leaves nothing out silently', () => {
    const problem = { type: '', title: '', status: 400, code: 'query-timeout', detail: 'It took too long.' };
    expect(drawn(number, { id: 'number', type: 'metric', title: '', state: 'failed', problem })).toMatch(
      /No answer[\s\S]*It took too long\.[\s\S]*query-timeout/,
    );
    expect(draw(table, { columns: [{ name: 'a', type: 'string' }], rows: [] })).toContain('No rows');
    expect(draw(number, { columns: [{ name: 'a', type: 'number' }], rows: [[null]] })).toContain('>–</text>');
    expect(draw(number, { columns: [{ name: 'a', type: 'number' }], rows: [[1], [2], [3]] })).toContain(
      'first of 3 rows',
    );
    expect(draw(number, { columns: [{ name: 'a', type: 'number' }], rows: [[1]] })).not.toContain('rows');
    expect(
      draw(table, {
        columns: [{ name: 'a', type: 'string' }],
        rows: Array.from({ length: 50 }, (_, index) => [`row ${index}`]),
        truncated: true,
      }),
    ).toMatch(/\d of more than 50 rows/);
    expect(draw(chart({ mark: 'line' }), { ...months, truncated: true })).toContain('first 5 rows');
    const many = Array.from({ length: 20 }, (_, index) => ['2024-01-01', `carrier ${index}`, index]);
    expect(draw(chart({ mark: 'line' }), { columns: months.columns, rows: many })).toContain('8 of 20 series');
  });

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
    expect(draw(chart({ mark: 'bar' }), text)).toContain('along y stand numbers');
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
    expect(draw(chart({ mark: 'bar' }), twins)).toContain('Several rows stand at one place');
    expect(draw(chart({ mark: 'bar', encoding: { x: { field: 'z' } } }), text)).toContain('no column &quot;z&quot;');
  });
});
