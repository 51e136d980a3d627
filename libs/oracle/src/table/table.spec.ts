import { levelsOf } from './levels';
import { readCsvTable } from './read-csv-table';
import { tableFromColumns } from './table-from-columns';
import { parseTime, timeValuesOf } from './time-values';
import { displayValue, isMissing } from './column';

async function* chunks(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) yield text;
}

describe('readCsvTable', () => {
  it('reads numbers, text, booleans and missing values', async () => {
    const table = await readCsvTable(chunks('n,s,b\n1.5,x,true\n,,false\nNA,"a, ""b""",TRUE\n'));
    expect(table.columns.map(({ type }) => type)).toEqual(['number', 'string', 'boolean']);
    expect(table.rowCount).toBe(3);
    const [n, s] = table.columns;
    expect(n !== undefined && isMissing(n, 1) && isMissing(n, 2)).toBe(true);
    expect(s === undefined ? null : displayValue(s, 2)).toBe('a, "b"');
  });

  it('does not care where chunks end', async () => {
    const text = '\uFEFFname,"quoted, name"\r\n"line\nbreak",1\r\n"say ""hi""",2\r\nlast,3';
    for (let cut = 1; cut < text.length; cut++) {
      const table = await readCsvTable(chunks(text.slice(0, cut), text.slice(cut)));
      expect(table.names).toEqual(['name', 'quoted, name']);
      const column = table.columns[0];
      expect([0, 1, 2].map((row) => (column === undefined ? null : displayValue(column, row)))).toEqual([
        'line\nbreak',
        'say "hi"',
        'last',
      ]);
    }
  });

  it('keeps padded numbers as text: they are identifiers', async () => {
    const table = await readCsvTable(chunks('zip\n01234\n98765\n'));
    expect(table.column('zip')?.type).toBe('string');
  });

  it('turns a column to text when a later value is text', async () => {
    const table = await readCsvTable(chunks('x\n1\n2\nthree\n'));
    const x = table.column('x');
    expect([0, 1, 2].map((row) => (x === undefined ? null : displayValue(x, row)))).toEqual(['1', '2', 'three']);
  });

  it('refuses ragged records and repeated columns', async () => {
    await expect(readCsvTable(chunks('a,b\n1\n'))).rejects.toThrow('record 1 has 1 fields');
    await expect(readCsvTable(chunks('a,a\n1,2\n'))).rejects.toThrow('"a" occurs twice');
  });

  it('reads an empty file as an empty table', async () => {
    expect((await readCsvTable(chunks(''))).rowCount).toBe(0);
  });
});

describe('tableFromColumns', () => {
  it('takes infinities, null and undefined as missing, bigints as numbers, dates as times', () => {
    const table = tableFromColumns({
      a: [1, null, undefined, Infinity],
      b: [1n, 2n, 3n, 4n],
      c: [new Date(0), null, null, null],
    });
    expect(table.columns.map(({ type }) => type)).toEqual(['number', 'number', 'time']);
    const a = table.column('a');
    expect([0, 1, 2, 3].map((row) => (a === undefined ? true : isMissing(a, row)))).toEqual([false, true, true, true]);
  });

  it('refuses columns of unequal length', () => {
    expect(() => tableFromColumns({ a: [1], b: [1, 2] })).toThrow('has 2 rows');
  });

  it('has levels in sorted order, whatever the order of rows', () => {
    for (const values of [
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
    ]) {
      const column = tableFromColumns({ v: values }).column('v');
      expect(column === undefined ? null : levelsOf(column, 5)?.labels).toEqual(['a', 'b', 'c']);
    }
  });
});

describe('times', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13-01', false],
    ['2024-05', true],
    ['2024-05-01T10:00:00Z', true],
    ['2024-05-01 10:00:00.123', true],
    ['0000-02-29', true],
    ['1900-02-29', false],
    ['2024-05-01T24:00:00Z', false],
    ['2024-05-01T10:61:00Z', false],
    ['yesterday', false],
  ])('%s is a time: %s', (text, isTime) => {
    expect(Number.isNaN(parseTime(text))).toBe(!isTime);
  });

  it('takes a zone into account, with a colon or without, and seconds to the millisecond', () => {
    const noon = Date.UTC(2024, 4, 1, 12);
    expect(
      ['2024-05-01T12:00Z', '2024-05-01T14:00:00+02:00', '2024-05-01T06:30-0530', '2024-05-01 12:00:00.0009'].map(
        parseTime,
      ),
    ).toEqual([noon, noon, noon, noon]);
    expect(parseTime('0050-01-01')).toBe(new Date('0050-01-01T00:00:00Z').getTime());
  });

  it('reads a column of dates, of timestamps or of numbers, and no other text', () => {
    const values = (column: readonly unknown[]): number[] | null => {
      const built = tableFromColumns({ t: column }).column('t');
      const times = built === undefined ? null : timeValuesOf(built);
      return times === null ? null : [...times];
    };
    expect(values(['1970-01-01', '1970-01-02'])).toEqual([0, 86_400_000]);
    expect(values(['1', '2.5'])).toEqual([1, 2.5]);
    expect(values(['soon'])).toBeNull();
  });
});
