import { DuckDBInstance } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { foldedName, identifier, literal } from './quoted';

/** DuckDB takes no NUL in a statement. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((it) => !it.includes('\0'));

describe('a name or text in SQL', () => {
  it('comes out of the engine as it went in, whatever is in it', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await fc.assert(
      fc.asyncProperty(text, text, async (name, value) => {
        const read = await connection.runAndReadAll(`SELECT ${literal(value)} AS ${identifier(name)}`);
        expect([read.columnNames(), read.getRows()]).toEqual([[name], [[value]]]);
      }),
      { numRuns: 200 },
    );
    connection.closeSync();
  });

  it('folds ASCII letters only, as the engine does', () => {
    expect(foldedName('Flights_ÄK\u212a')).toBe('flights_Äk\u212a');
  });
});
