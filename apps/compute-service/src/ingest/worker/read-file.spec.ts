import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { identifier, literal } from '@svc/duckdb-sql';
import type { IngestWork } from '../ingest-work';
import { ingest, type StoredRows } from './read-file';

let connection: DuckDBConnection;
let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-file-'));
  connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
  await connection.run("SET TimeZone = 'UTC'");
});
afterAll(async () => {
  connection.closeSync();
  await rm(folder, { recursive: true, force: true });
});

interface Column {
  readonly type: string;
  readonly duckdb: string;
  readonly values: fc.Arbitrary<string>;
  /** How JSON writes the value. */
  json(value: string): string;
}

const text = fc.string({ unit: 'binary', maxLength: 8 });
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((it) => it.toISOString().slice(0, 10));
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999))
  .map(
    ([h, m, s, us]) => `${[h, m, s].map((it) => String(it).padStart(2, '0')).join(':')}.${String(us).padStart(6, '0')}`,
  );
const asText = (value: string): string => JSON.stringify(value);

function fourDecimals(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

const COLUMNS: readonly Column[] = [
  { type: 'string', duckdb: 'VARCHAR', values: text, json: asText },
  {
    type: 'integer',
    duckdb: 'BIGINT',
    values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    json: (it) => it,
  },
  {
    type: 'number',
    duckdb: 'DOUBLE',
    values: fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
    json: (it) => it,
  },
  { type: 'boolean', duckdb: 'BOOLEAN', values: fc.boolean().map(String), json: (it) => it },
  {
    type: 'decimal(20,4)',
    duckdb: 'DECIMAL(20,4)',
    values: fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n }).map(fourDecimals),
    json: asText,
  },
  { type: 'date', duckdb: 'DATE', values: day, json: asText },
  { type: 'time', duckdb: 'TIME', values: clock, json: asText },
  { type: 'timestamp', duckdb: 'TIMESTAMP', values: fc.tuple(day, clock).map(([d, c]) => `${d}T${c}`), json: asText },
  {
    type: 'timestamptz',
    duckdb: 'TIMESTAMPTZ',
    values: fc.tuple(day, clock).map(([d, c]) => `${d}T${c}Z`),
    json: asText,
  },
];

/** A table: its columns, and rows of texts with nulls between. */
const tables = fc.array(fc.constantFrom(...COLUMNS), { minLength: 1, maxLength: 5 }).chain((columns) =>
  fc.tuple(
    fc.constant(columns),
    fc.array(fc.tuple(...columns.map((column) => fc.option(column.values, { nil: null, freq: 4 }))), {
      minLength: 1,
      maxLength: 8,
    }),
  ),
);
type Table = readonly [columns: readonly Column[], rows: readonly (readonly (string | null)[])[]];

const nameOf = (at: number): string => `column ${String(at)}`;

async function stored(format: IngestWork['format'], path: string, columns: readonly Column[]): Promise<StoredRows> {
  const declared = format === 'parquet' ? {} : Object.fromEntries(columns.map(({ type }, at) => [nameOf(at), type]));
  return ingest(connection, {
    kind: 'ingest',
    format,
    path,
    output: `${path}.out`,
    scratch: `${path}.tmp`,
    declared,
    nullValues: [''],
    maxRows: 1000,
  });
}

async function written(content: string): Promise<string> {
  const path = join(folder, String((files += 1)));
  await writeFile(path, content);
  return path;
}

/** Empty text is quoted, a null is nothing; in a file of one column that would be a blank line, which is a row there. */
function csvOf([columns, rows]: Table): string {
  const field = (value: string | null): string => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);
  return (
    [columns.map((_, at) => nameOf(at)), ...rows.map((row) => row.map(field))].map((row) => row.join(',')).join('\n') +
    '\n'
  );
}

function jsonlOf([columns, rows]: Table): string {
  const member = (value: string | null, at: number): string =>
    `${JSON.stringify(nameOf(at))}:${value === null ? 'null' : (columns[at]?.json(value) ?? '')}`;
  return rows.map((row) => `{${row.map(member).join(',')}}\n`).join('');
}

async function parquetOf([columns, rows]: Table): Promise<string> {
  const path = join(folder, String((files += 1)));
  const value = (it: string | null, at: number): string => {
    const type = columns[at]?.duckdb ?? '';
    if (it === null) return `CAST(NULL AS ${type})`;
    return type === 'VARCHAR'
      ? `decode(unhex('${Buffer.from(it).toString('hex')}'))`
      : `CAST(${literal(it)} AS ${type})`;
  };
  const select = [...rows]
    .reverse()
    .map((row) => `SELECT ${row.map((it, at) => `${value(it, at)} AS ${identifier(nameOf(at))}`).join(', ')}`);
  await connection.run(`COPY (${select.join(' UNION ALL ')}) TO ${literal(path)} (FORMAT parquet)`);
  return path;
}

describe('the same rows', () => {
  it('have the same identity as CSV, as JSON lines and as Parquet, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const [columns, rows] = table;
        const fromCsv = await stored('csv', await written(csvOf(table)), columns);
        const fromJsonLines = await stored('jsonl', await written(jsonlOf(table)), columns);
        const fromParquet = await stored('parquet', await parquetOf(table), columns);
        expect(fromCsv.rows).toBe(rows.length);
        expect([fromJsonLines, fromParquet]).toEqual([fromCsv, fromCsv]);
      }),
      { numRuns: casesOf(150) },
    );
  });

  it('have it also where nothing is declared and every type is read from the values', async () => {
    const csv = 'i,n,b,d,t,s\n1,0.5,true,2013-01-01,2013-01-01T05:17:00,a\n-2,,,,,\n';
    const jsonl = '{"i":1,"n":0.5,"b":true,"d":"2013-01-01","t":"2013-01-01 05:17:00","s":"a"}\n{"i":-2}\n';
    const fromCsv = await stored('csv', await written(csv), []);
    expect(await stored('jsonl', await written(jsonl), [])).toEqual(fromCsv);
  });
});
