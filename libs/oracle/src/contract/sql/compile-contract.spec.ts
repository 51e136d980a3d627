import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { casesOf } from '@svc/testing';
import type { ColumnType } from '../../table/column';
import { type ColumnInput, tableFromColumns } from '../../table/table-from-columns';
import { checkContract } from '../check-contract';
import type { ContractReport } from '../contract-report';
import { parseContract } from '../parse-contract';
import { compileContract } from './compile-contract';
import { quoted } from './sql-column';

const NAMES = ['text', 'number', 'flag', 'moment', 'other "text"', 'other number'] as const;
const TYPES: readonly ColumnType[] = ['string', 'number', 'boolean', 'time', 'string', 'number'];
const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
};

const TEXTS = [
  '',
  'a',
  'ab',
  'B',
  ' a',
  'é',
  'e\u0301',
  '👍🏽',
  '\uFFFD',
  '5',
  '+5',
  '-5',
  '5.',
  '.5',
  '05',
  '1e3',
  '1e400',
  '-1e400',
  ' 5',
  '0x10',
  'Infinity',
  'true',
  'FALSE',
  'falſe',
  'a\nb',
  '2024-02-29',
  '2023-02-29',
  '2024-13-01',
  '2024-01',
  '0000-02-29',
  '1900-02-29',
  '2024-02-29T10:20',
  '2024-02-29 10:20:30.5',
  '2024-02-29T10:20:30.1234567Z',
  '2024-02-29T24:00:00Z',
  '2024-02-29T23:59:59+05:30',
  '2024-02-29T23:59:59-0530',
  '2024-01-01T00:00:00+00:00',
  "it's",
];
const NUMBERS = [0, -0, 1, -1, 5, 2.5, 1e-9, 1e21, 9007199254740993, NaN, Infinity, -Infinity];
const MOMENTS = [0, 86_400_000, 1_704_067_200_000, 1_704_067_200_001, -86_400_000, 1_709_208_000_000];

type Value = string | number | boolean | null;

const VALUES: Readonly<Record<ColumnType, fc.Arbitrary<Value>>> = {
  string: fc.oneof(fc.constantFrom(...TEXTS), fc.stringMatching(/^[a-c]{0,3}$/)),
  number: fc.oneof(
    fc.constantFrom(...NUMBERS),
    fc.integer({ min: 0, max: 4 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  boolean: fc.boolean(),
  time: fc.constantFrom(...MOMENTS),
};

const rows = (least = 0): fc.Arbitrary<readonly (readonly Value[])[]> =>
  fc
    .integer({ min: least, max: 12 })
    .chain((n) =>
      fc.tuple(
        ...TYPES.map((type) =>
          fc.array(fc.option(VALUES[type], { nil: null, freq: 6 }), { minLength: n, maxLength: n }),
        ),
      ),
    );

const name = fc.constantFrom(...NAMES);
const scalar = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(0, 1, 5, 2.5),
  fc.boolean(),
  fc.constantFrom('true', '5', '2024-01-01'),
);
const share = fc.constantFrom(0, 0.5, 0.9, 1);
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const field = (own: string): fc.Arbitrary<object> =>
  fc.constantFrom('string', 'integer', 'number', 'boolean', 'date', 'datetime').chain((type) => {
    const numeric = type === 'integer' || type === 'number';
    const bounds = numeric
      ? { minimum: some(fc.constantFrom(-1, 0, 0.5)), maximum: some(fc.constantFrom(1, 5, 1e30)) }
      : {};
    const text =
      type === 'string'
        ? {
            minLength: some(fc.constantFrom(0, 1, 2)),
            maxLength: some(fc.constantFrom(2, 3)),
            pattern: some(fc.constantFrom('^[a-c]+$', 'a.b', 'a$', '(?i)B', '\\d', '[é]', '^$')),
          }
        : {};
    return fc.record({
      name: fc.constant(own),
      type: fc.constant(type),
      mostly: some(fc.oneof(share, fc.record({ required: share, type: share }))),
      constraints: fc.record({
        required: some(fc.boolean()),
        unique: some(fc.boolean()),
        enum: some(fc.array(scalar, { minLength: 1, maxLength: 4 })),
        ...bounds,
        ...text,
      }),
    });
  });

const keys = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const rule = fc.record({
  left: name,
  operator: fc.constantFrom('<', '<=', '=', '!=', '>=', '>'),
  right: fc.oneof(fc.record({ field: name }), fc.record({ value: scalar })),
});
const tableRules = fc.record({
  primaryKey: some(keys),
  uniqueKeys: some(fc.array(keys, { maxLength: 2 })),
  columnsMatch: some(fc.boolean()),
  foreignKeys: some(
    fc.array(
      keys.chain((fields) =>
        keys.map((theirs) => ({
          fields,
          reference: { resource: 'known', fields: [...theirs, ...NAMES].slice(0, fields.length) },
        })),
      ),
      { maxLength: 2 },
    ),
  ),
  rowCount: some(fc.constantFrom({ min: 3 }, { max: 5 }, { min: 1, max: 8 })),
  volume: some(fc.constantFrom({ maxDrop: 0.5 }, { maxRise: 0.5 }, { maxDrop: 0.1, maxRise: 1 })),
  freshness: some(fc.record({ field: name, maxAgeHours: fc.constantFrom(0, 24, 1e9) })),
  rules: some(fc.array(rule, { maxLength: 3 })),
});
const contracts = fc.record({ fields: fc.tuple(...NAMES.map(field)), table: tableRules });
const context = fc.record(
  { now: fc.constantFrom(0, 1_709_300_000_000), previousRowCount: fc.constantFrom(null, 0, 4, 10) },
  { requiredKeys: [] },
);

function columnsOf(values: readonly (readonly Value[])[]): ColumnInput[] {
  return NAMES.map((own, i) => ({ name: own, type: TYPES[i] ?? 'string', values: values[i] ?? [] }));
}

function literal(value: Value, type: ColumnType): string {
  if (value === null) return 'NULL';
  if (type === 'string') return `'${String(value).replaceAll("'", "''")}'`;
  return type === 'time'
    ? `make_timestamp(${String(value)}000)`
    : type === 'number'
      ? `'${Object.is(value, -0) ? '-0' : String(value)}'::DOUBLE`
      : String(value);
}

async function load(
  connection: DuckDBConnection,
  relation: string,
  values: readonly (readonly Value[])[],
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TABLE ${relation} (${NAMES.map((own, i) => `${quoted(own)} ${SQL_TYPES[TYPES[i] ?? 'string']}`).join(', ')})`,
  );
  const n = values[0]?.length ?? 0;
  if (n === 0) return;
  const lines = Array.from(
    { length: n },
    (_, row) => `(${values.map((column, i) => literal(column[row] ?? null, TYPES[i] ?? 'string')).join(', ')})`,
  );
  await connection.run(`INSERT INTO ${relation} VALUES ${lines.join(', ')}`);
}

/** What must be equal: the verdict, and per clause its verdict and counts. Details name places that SQL does not list. */
function essence({ verdict, clauses }: ContractReport): object {
  return {
    verdict,
    clauses: clauses.map(({ clause, verdict: own, checked, violated }) => ({ clause, own, checked, violated })),
  };
}

const present = <T extends object>(object: T): T => JSON.parse(JSON.stringify(object));

describe('compileContract', () => {
  let connection: DuckDBConnection;
  const columns = NAMES.map((own, i) => ({ name: own, type: TYPES[i] ?? 'string' }) as const);

  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
  });

  afterAll(() => {
    connection.closeSync();
  });

  it('gives the verdict and counts of the row evaluator, for any table and any clauses', async () => {
    await fc.assert(
      fc.asyncProperty(rows(), rows(1), contracts, context, async (values, known, json, given) => {
        const parsed = parseContract(present({ specVersion: '1.1', kind: 'DataContract', ...json }));
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        const facts = present(given);
        await load(connection, 'data', values);
        await load(connection, 'known', known);
        const compiled = compileContract(
          parsed.contract,
          { sql: 'data', columns },
          { ...facts, references: { known: { sql: 'known', columns } } },
        );
        const [row = []] = (await connection.runAndReadAll(compiled.sql, [...compiled.parameters])).getRows();
        const expected = checkContract(parsed.contract, tableFromColumns(columnsOf(values)), {
          ...facts,
          references: { known: tableFromColumns(columnsOf(known)) },
        });
        expect(essence(compiled.report(row))).toEqual(essence(expected));
      }),
      { numRuns: casesOf(150) },
    );
  });

  it('reads dates, integers of any width and decimals as a table does', async () => {
    const parsed = parseContract({
      specVersion: '1.1',
      kind: 'DataContract',
      fields: [
        { name: 'day', type: 'date' },
        { name: 'big', type: 'integer', constraints: { minimum: 1, unique: true } },
        { name: 'price', type: 'number', constraints: { maximum: 9.99 } },
      ],
    });
    if (!parsed.ok) throw new Error('contract');
    const types = [
      { name: 'day', type: 'time' },
      { name: 'big', type: 'number' },
      { name: 'price', type: 'number' },
    ] as const;
    const { sql, parameters, report } = compileContract(parsed.contract, {
      sql: "(SELECT DATE '2024-02-29' AS day, 9007199254740993::HUGEINT AS big, 9.99::DECIMAL(9,2) AS price)",
      columns: types,
    });
    const [row = []] = (await connection.runAndReadAll(sql, [...parameters])).getRows();
    expect(report(row)).toMatchObject({ verdict: 'sound', reason: 'all 6 clauses hold on 1 row' });
  });

  it('lets no constant and no name of a contract become SQL', () => {
    const evil = `x"; DROP TABLE data; --`;
    const parsed = parseContract({
      specVersion: '1.1',
      kind: 'DataContract',
      fields: [{ name: evil, type: 'string', constraints: { pattern: "'; DROP TABLE data; --", enum: ["'"] } }],
      table: { rules: [{ left: evil, operator: '=', right: { value: "'; --" } }] },
    });
    if (!parsed.ok) throw new Error('contract');
    const { sql } = compileContract(parsed.contract, { sql: 'data', columns: [{ name: evil, type: 'string' }] });
    expect(sql.replaceAll('"x""; DROP TABLE data; --"', 'NAME')).not.toMatch(/DROP|'/);
  });
});
