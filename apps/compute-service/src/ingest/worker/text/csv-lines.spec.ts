import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { lineAtByte, lineOfRecordOver, linesOfRecords } from './csv-lines';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const breaks = fc.constantFrom('\n', '\r\n', '\r');
const field = fc.oneof(
  fc.constantFrom('', 'x', 'a"b', '""', '"a,b"', '"say ""hi"""', '"two\nlines"', '"two\r\nlines"', '"\n\n"'),
  fc.stringMatching(/^[a-z]{0,3}$/),
);
/** Rows of two fields or more, some with blank lines before them. */
const rows = fc.array(fc.tuple(fc.array(field, { minLength: 2, maxLength: 3 }), fc.nat(2)), {
  minLength: 1,
  maxLength: 8,
});

describe('the line of a record', () => {
  it('is where an editor shows its first character, whatever quotes and line ends came before', async () => {
    await fc.assert(
      fc.asyncProperty(rows, breaks, async (records, lineEnd) => {
        let text = `a,b${lineEnd}`;
        const expected = new Map<number, number>();
        records.forEach(([fields, blanks], at) => {
          text += lineEnd.repeat(blanks);
          expected.set(at + 1, text.split(/\r\n|\r|\n/).length);
          text += fields.join(',') + lineEnd;
        });
        const path = join(folder, 'records.csv');
        await writeFile(path, text);
        expect(await linesOfRecords(path, { delimiter: ',', oneColumn: false }, new Set(expected.keys()))).toEqual(
          expected,
        );
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('of the first record over a length is found, with line ends and delimiters inside quotes as part of it', async () => {
    await fc.assert(
      fc.asyncProperty(rows, breaks, fc.nat(30), async (records, lineEnd, limit) => {
        const path = join(folder, 'long.csv');
        const texts = ['a,b', ...records.map(([fields]) => fields.join(','))];
        await writeFile(path, texts.map((it) => it + lineEnd).join(''));
        const first = texts.findIndex((it) => it.length > limit);
        const before = texts
          .slice(0, Math.max(0, first))
          .map((it) => it + lineEnd)
          .join('');
        expect(await lineOfRecordOver(path, ',', limit)).toBe(first === -1 ? null : before.split(/\r\n|\r|\n/).length);
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('of a record that never ends is that of its beginning', async () => {
    const path = join(folder, 'open.csv');
    await writeFile(path, 'a,b\n1,2\n"x\n1,2\n');
    expect([await lineOfRecordOver(path, ',', 3), await lineOfRecordOver(path, ',', 100)]).toEqual([3, null]);
  });

  it('counts blank lines as rows in a file of one column', async () => {
    const path = join(folder, 'one.csv');
    await writeFile(path, 'a\r\n1\r\n\r\n3\r\n');
    expect(await linesOfRecords(path, { delimiter: ',', oneColumn: true }, new Set([2, 3]))).toEqual(
      new Map([
        [2, 3],
        [3, 4],
      ]),
    );
  });

  it('at a byte is that of the first character there or behind it', async () => {
    const path = join(folder, 'bytes.csv');
    await writeFile(path, 'a,b\r\n\r\n1,2\n');
    expect([
      await lineAtByte(path, 0),
      await lineAtByte(path, 5),
      await lineAtByte(path, 7),
      await lineAtByte(path, 99),
    ]).toEqual([1, 3, 3, 3]);
  });
});
