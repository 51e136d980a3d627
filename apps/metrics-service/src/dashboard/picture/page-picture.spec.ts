import { chart, number, table, answered, drawn, draw } from '../../../test/dashboard/drawn-page';

const HOSTILE = `</text><script>alert(1)</script>" onload="x' & \u202E\u0007`;

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
});
