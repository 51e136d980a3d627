import fc from 'fast-check';
import { toCsv } from './csv';

/** Reads CSV as RFC 4180 says, without any of the writer's code. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let [row, field, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quoted && letter === '"' && text.charAt(at + 1) === '"') at += 1;
    else if (letter === '"') {
      quoted = !quoted;
      continue;
    }
    if (!quoted && letter === ',') [row, field] = [[...row, field], ''];
    else if (!quoted && letter === '\r') {
      rows.push([...row, field]);
      [row, field] = [[], ''];
      at += 1;
    } else field += letter;
  }
  return rows;
}

describe('a CSV file', () => {
  it('gives back what was written, with an apostrophe before what a spreadsheet would run', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a=+-@\t\r\n,"\' ;é'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (rows) => {
        const read = parse(toCsv(rows));
        expect(read).toEqual(rows.map((row) => row.map((it) => (/^[=+\-@\t\r]/.test(it) ? `'${it}` : it))));
        for (const field of read.flat()) expect(field).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  it('has an empty field for what there is not', () => {
    expect(
      toCsv([
        ['a', null, false, 1],
        ['=1+1', 'x,y', '"', ''],
      ]),
    ).toBe('a,,false,1\r\n\'=1+1,"x,y","""",\r\n');
  });
});
