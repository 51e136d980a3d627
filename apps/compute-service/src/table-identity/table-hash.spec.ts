import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { z } from 'zod';
import { identifier, literal } from '@svc/duckdb-sql';
import { tableHash } from './table-hash';

const vector = z.object({
  name: z.string(),
  ordered: z.boolean(),
  columns: z.array(z.tuple([z.string(), z.string()])),
  rows: z.array(z.array(z.union([z.string(), z.boolean(), z.null()]))),
  hash: z.string(),
});
type Vector = z.infer<typeof vector>;

const DUCKDB: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  timestamptz: 'TIMESTAMPTZ',
};

let connection: DuckDBConnection;
let folder: string;
let vectors: Vector[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-'));
  const instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run("SET TimeZone = 'America/New_York'");
  vectors = z.array(vector).parse(JSON.parse(await readFile(join(__dirname, 'vectors.json'), 'utf8')));
});
afterAll(async () => {
  connection.closeSync();
  await rm(folder, { recursive: true, force: true });
});

/** Text with NUL and quotes goes in as a blob: no literal can hold it. */
function valueSql(value: string | boolean | null, type: string): string {
  if (value === null) return 'NULL';
  if (type === 'string') return `decode(unhex('${Buffer.from(String(value)).toString('hex')}'))`;
  return `CAST(${literal(String(value))} AS ${DUCKDB[type] ?? type})`;
}

function rowsSql({ columns, rows }: Pick<Vector, 'columns' | 'rows'>): string {
  const names = columns.map(([name]) => identifier(name));
  const empty = columns.map(([name, type]) => `CAST(NULL AS ${DUCKDB[type] ?? type}) AS ${identifier(name)}`);
  const lines = rows.map((row) => `(${row.map((value, at) => valueSql(value, columns[at]?.[1] ?? '')).join(', ')})`);
  if (lines.length === 0) return `(SELECT ${empty.join(', ')} WHERE false)`;
  return `(SELECT * FROM (VALUES ${lines.join(', ')}) v(${names.join(', ')}))`;
}

function hashOf(one: Pick<Vector, 'columns' | 'rows' | 'ordered'>): Promise<string> {
  const columns = one.columns.map(([name, type]) => ({ name, type }));
  return tableHash(connection, { from: rowsSql(one), columns, ordered: one.ordered, scratch: join(folder, 'digests') });
}

describe('the identity of a table', () => {
  it('is what the published vectors say', async () => {
    const hashes: Record<string, string> = {};
    for (const one of vectors) hashes[one.name] = await hashOf(one);
    expect(hashes).toEqual(Object.fromEntries(vectors.map((one) => [one.name, one.hash])));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is what a second implementation in another language computes from the document alone', () => {
    const output = execFileSync('python3', ['-I', join(__dirname, 'check_vectors.py')], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(Object.fromEntries(vectors.map((one) => [one.name, one.hash])));
  });

  it('tells apart every pair of vectors that are not the same rows', () => {
    const same = vectors.filter((one) => ['two rows, the other way round', 'negative zero is zero'].includes(one.name));
    expect(new Set(vectors.map((one) => one.hash)).size).toBe(vectors.length - same.length);
  });

  it('does not depend on the order of the rows unless the table is ordered', async () => {
    const cell = fc.option(fc.string({ maxLength: 4 }), { nil: null });
    const rows = fc.array(
      fc.tuple(cell, cell).map((row): (string | null)[] => [...row]),
      { minLength: 1, maxLength: 6 },
    );
    const columns: [string, string][] = [
      ['a', 'string'],
      ['b', 'string'],
    ];
    const text = (value: unknown): string => JSON.stringify(value);
    await fc.assert(
      fc.asyncProperty(rows, rows, async (some, others) => {
        const [first, second] = [some, others].map((it) => [...it].map(text).sort().join());
        const unordered = [
          await hashOf({ columns, rows: some, ordered: false }),
          await hashOf({ columns, rows: others, ordered: false }),
        ];
        expect(unordered[0] === unordered[1]).toBe(first === second);
        expect(await hashOf({ columns, rows: [...some].reverse(), ordered: false })).toBe(unordered[0]);
        const ordered = [
          await hashOf({ columns, rows: some, ordered: true }),
          await hashOf({ columns, rows: others, ordered: true }),
        ];
        expect(ordered[0] === ordered[1]).toBe(text(some) === text(others));
      }),
      { numRuns: 60 },
    );
  });
});
