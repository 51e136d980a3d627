import { createColors } from 'picocolors';
import { barChart, sparkline } from './bar-chart';
import { cellText, numberText, roundedText } from './cell-text';
import { printable, printableLine } from './printable';
import { table } from './table';
import { widthOf } from './text-width';
import { wrap } from './wrap';

const same = (text: string): string => text;
const plain = createColors(false);

describe('a table', () => {
  it('lines up what is seen, wide characters and colours included', () => {
    const text = table(
      [{ title: 'name' }, { title: 'n', align: 'right' }],
      [
        ['日本', '1'],
        [{ text: 'ab', paint: (it) => `\u001b[31m${it}\u001b[39m` }, '12'],
      ],
      { width: null, bold: same },
    );
    expect(text.split('\n').map(widthOf)).toEqual([8, 8, 8, 0]);
  });

  it('cuts the widest column to fit a screen, and nothing in a pipe', () => {
    const rows = [['short', 'x'.repeat(100)]];
    const options = (width: number | null) => ({ width, bold: same });
    expect(
      Math.max(
        ...table([{ title: 'a' }, { title: 'b' }], rows, options(40))
          .split('\n')
          .map(widthOf),
      ),
    ).toBe(40);
    expect(table([{ title: 'a' }, { title: 'b' }], rows, options(40))).toContain('x…');
    expect(table([{ title: 'a' }, { title: 'b' }], rows, options(null))).toContain('x'.repeat(100));
  });

  it('leaves out the last columns where cutting is not enough, and names them', () => {
    const columns = Array.from({ length: 9 }, (_, index) => ({ title: `column_${index}` }));
    const text = table(columns, [columns.map(() => 'x'.repeat(20))], { width: 60, bold: same });
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(60);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /… without column_4, column_5, column_6, column_7, column_8 \(--json has them\) $/,
    );
  });

  it('leaves out the least important column first, and cuts no number', () => {
    const columns = [
      { title: 'name', whole: true },
      { title: 'by', extra: 2 },
      { title: 'rows', align: 'right' as const },
      { title: 'ms', align: 'right' as const, extra: 1 },
    ];
    const rows = [['x'.repeat(20), 'y'.repeat(20), '9'.repeat(16), '12']];
    expect(table(columns, rows, { width: 44, bold: same })).toBe(
      [
        'name                              rows  ms',
        `${'x'.repeat(20)}  ${'9'.repeat(16)}  12`,
        '  … without by (--json has them)',
        '',
      ].join('\n'),
    );
  });

  it('wraps sentences beside the other columns, and below them where there is no room', () => {
    const columns = [{ title: 'at' }, { title: 'reason', prose: true }];
    const reason = 'controlling for carrier the difference goes the other way';
    expect(table(columns, [['2026', reason]], { width: 40, bold: same })).toBe(
      'at    reason\n2026  controlling for carrier the\n      difference goes the other way\n',
    );
    expect(
      table([{ title: 'id', whole: true }, ...columns], [['i'.repeat(30), '2026', reason]], { width: 42, bold: same }),
    ).toBe(
      `id                              at\n${'i'.repeat(30)}  2026\n    controlling for carrier the difference\n    goes the other way\n`,
    );
  });

  it('puts what does not fit below its row: a long id, and the second of two texts', () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const columns = [{ title: 'state' }, { title: 'id', prose: true }, { title: 'text', prose: true }];
    const rows = [['active', id, 'seven words that are wrapped on two lines']];
    expect(table(columns, rows, { width: 40, bold: same })).toBe(
      `state   text\nactive  seven words that are wrapped on\n        two lines\n    ${id}\n`,
    );
  });

  it('never cuts an id', () => {
    const id = '00000000-0000-4000-8000-000000000001';
    expect(
      table([{ title: 'id', whole: true }, { title: 'text' }], [[id, 'x'.repeat(200)]], { width: 60, bold: same }),
    ).toContain(id);
  });
});

describe('wrapped text', () => {
  it('breaks between words, indents what follows, and leaves a pipe alone', () => {
    expect(wrap('one two three four', 12, 4)).toBe('one two\n    three\n    four');
    expect(wrap('one two three four', null, 4)).toBe('one two three four');
  });
});

describe('a cell', () => {
  it.each([
    [12.1234567, '12.1234567', '12.1235'],
    [0.000012345678, '0.000012345678', '0.0000123457'],
    [336_776, '336776', '336776'],
    [1_234_567.891, '1234567.891', '1234567.9'],
    [-0.5, '-0.5', '-0.5'],
    [1e-9, '1e-9', '1e-9'],
  ])('shows %d whole in a table, as %s, and in a chart rounded, as %s', (value, whole, rounded) => {
    expect([numberText(value), roundedText(value)]).toEqual([whole, rounded]);
  });

  it.each([
    [393_888.07, 'decimal(38,2)', '393888.07'],
    [60.1, 'decimal(12,2)', '60.10'],
    [-0.0001, 'decimal(18,4)', '-0.0001'],
    [5, 'decimal(18,0)', '5'],
    [393_888.07, 'number', '393888.07'],
  ])('shows %d of %s as %s: a decimal is exact, and keeps its digits', (value, type, text) => {
    expect([numberText(value, type), cellText(value, plain, type).text]).toEqual([text, text]);
  });

  it('tells a missing value from the text "null"', () => {
    const [missing, word] = [
      cellText(null, { ...plain, dim: (text: string | number | null | undefined) => `<${text}>` }),
      cellText('null', plain),
    ];
    expect([missing.paint?.(missing.text), word.paint]).toEqual(['<null>', undefined]);
  });

  it('cannot move the cursor, ring, or turn the text around', () => {
    expect(printable('a\u001b[2Jb\u0007c\u202ed\u009be')).toBe('a\\u001b[2Jb\\u0007c\\u202ed\\u009be');
    expect(printableLine('two\nlines\tand a tab')).toBe('two\\nlines\\tand a tab');
  });
});

describe('a chart', () => {
  it('draws bars from zero, leaves a gap for a missing value, hatches negative ones', () => {
    const chart = barChart(
      [
        { label: 'a', value: 4 },
        { label: 'b', value: 0 },
        { label: 'c', value: null },
        { label: 'd', value: -2 },
      ],
      23,
      plain,
    );
    expect(chart).toBe(`a     4  ${'█'.repeat(14)}\nb     0\nc  null\nd    -2  ${'▒'.repeat(7)}\n`);
  });

  it('writes the digits of decimals beside their bars', () => {
    expect(barChart([{ label: 'a', value: 393_888.07 }], 24, plain, 'decimal(38,2)')).toBe(
      `a  393888.07  ${'█'.repeat(10)}\n`,
    );
  });

  it('draws nothing but zeros without dividing by them', () => {
    expect(barChart([{ label: 'a', value: 0 }], 40, plain)).toBe('a  0\n');
    expect(sparkline([5, 5, null])).toBe('▄▄ ');
  });
});
