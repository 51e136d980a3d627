import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { oneSpelling, withoutEnd } from './statement-text';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

/** What the engine understands of a text, without where it stands in it. */
async function meaning(sql: string): Promise<string> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const text = String(reader.value(0, 0));
  // Errors tell positions too.
  return text.startsWith('{"error":true')
    ? '"error":true'
    : text.replaceAll(/"query_location":\d+/g, '"query_location":0');
}

const PIECES = [
  'SELECT',
  ' ',
  '  ',
  '\n',
  '\t\r\n',
  ';',
  "'a  b'",
  "'it''s ;'",
  "E'\\' ; '",
  "'a'\n'b'",
  "'a' 'b'",
  '"c  ;"',
  '$$ ; \n $$',
  '$t$ $$ ; $t$',
  '-- ; \' "\n',
  "/* ; ' */",
  '/* \n */',
  "/* a /* ; */ ' */",
  'date',
  "date'2013-01-01'",
  "e'x;'",
  'name',
  "name'x'",
  '1',
  '$1',
  ',',
  '+',
  '(',
  ')',
  'FROM',
  't',
  ' AS ',
  'ü',
  'a$b$c',
];

describe('the spelling of a statement', () => {
  it.each([
    ['  SELECT  1,\t2 ', 'SELECT 1, 2'],
    ["SELECT 'a  b'", "SELECT 'a  b'"],
    ["SELECT 'a'\n  'b'", "SELECT 'a'\n'b'"],
    ['SELECT  1 -- two  blanks\n , 2', 'SELECT 1 -- two  blanks\n , 2'],
  ])('%j becomes %j', (sql, spelled) => {
    expect(oneSpelling(sql)).toBe(spelled);
  });

  it('is one for texts that differ in white space, and never one for two meanings', async () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => `SELECT ${pieces.join('')}`);
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        expect(await meaning(oneSpelling(sql))).toBe(await meaning(sql));
        expect(oneSpelling(oneSpelling(sql))).toBe(oneSpelling(sql));
      }),
      { numRuns: casesOf(1500) },
    );
  });

  it('loses its end and nothing else', async () => {
    const text = fc
      .array(fc.constantFrom(...PIECES.filter((piece) => piece !== ';')), { maxLength: 10 })
      .map((pieces) => `SELECT ${pieces.join('')}\n;`);
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        const ended = await meaning(sql);
        if (ended.includes('"error":true')) return;
        expect(await meaning(withoutEnd(sql))).toBe(ended);
        if (!/\/\*[^*]*\/\*/.test(sql))
          expect(await meaning(`SELECT * FROM (${withoutEnd(sql)}\n)`)).toContain('"error":false');
      }),
      { numRuns: casesOf(1500) },
    );
  });
});
