import * as fc from 'fast-check';
import { tableFromColumns } from '../table/table-from-columns';
import type { Table } from '../table/table';
import { checkContract } from './check-contract';
import type { ContractContext } from './contract-context';
import type { ContractReport } from './contract-report';
import type { DataContract } from './data-contract';
import { parseContract } from './parse-contract';
import { suggestContract } from './suggest-contract';

const FLIGHTS = tableFromColumns({
  id: [1, 2, 3, 4],
  origin: ['EWR', 'JFK', 'EWR', null],
  dep: [10, 20, 30, 40],
  arr: [12, 25, 29, 41],
  day: ['2013-01-01', '2013-01-02', '2013-01-02', '2013-01-03'],
  late: [true, false, null, false],
});

function contract(json: object): DataContract {
  const parsed = parseContract({ specVersion: '1.1', kind: 'DataContract', ...json });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.contract;
}

function check(json: object, context: ContractContext = {}, table: Table = FLIGHTS): ContractReport {
  return checkContract(contract(json), table, context);
}

const ID = { name: 'id', type: 'integer' };

describe('checkContract', () => {
  it.each([
    ['type', { fields: [{ name: 'origin', type: 'integer' }] }, 'unsound'],
    [
      'type',
      {
        fields: [
          { name: 'day', type: 'date' },
          { name: 'late', type: 'boolean' },
          { name: 'dep', type: 'number' },
        ],
      },
      'sound',
    ],
    ['no coercion: numbers are not text', { fields: [{ name: 'dep', type: 'string' }] }, 'unsound'],
    ['required', { fields: [{ name: 'origin', type: 'string', constraints: { required: true } }] }, 'unsound'],
    [
      'required, mostly',
      { fields: [{ name: 'origin', type: 'string', constraints: { required: true }, mostly: 0.75 }] },
      'sound',
    ],
    [
      'mostly for one clause only',
      {
        fields: [
          { name: 'origin', type: 'string', constraints: { required: true, enum: ['EWR'] }, mostly: { required: 0.5 } },
        ],
      },
      'unsound',
    ],
    ['unique', { fields: [{ name: 'origin', type: 'string', constraints: { unique: true } }] }, 'unsound'],
    ['minimum', { fields: [{ name: 'dep', type: 'integer', constraints: { minimum: 10, maximum: 40 } }] }, 'sound'],
    ['maximum', { fields: [{ name: 'dep', type: 'integer', constraints: { maximum: 39 } }] }, 'unsound'],
    ['lengths', { fields: [{ name: 'origin', type: 'string', constraints: { minLength: 3, maxLength: 3 } }] }, 'sound'],
    ['pattern', { fields: [{ name: 'origin', type: 'string', constraints: { pattern: '^[A-Z]{3}$' } }] }, 'sound'],
    ['pattern, unanchored', { fields: [{ name: 'origin', type: 'string', constraints: { pattern: 'W' } }] }, 'unsound'],
    ['enum', { fields: [{ name: 'origin', type: 'string', constraints: { enum: ['EWR', 'JFK'] } }] }, 'sound'],
    ['a column that is not there', { fields: [{ name: 'tail', type: 'string' }] }, 'unsound'],
    ['primaryKey', { fields: [ID], table: { primaryKey: ['id'] } }, 'sound'],
    [
      'primaryKey with a missing part',
      { fields: [{ name: 'origin', type: 'string' }], table: { primaryKey: ['origin'] } },
      'unsound',
    ],
    [
      'uniqueKeys',
      { fields: [ID, { name: 'origin', type: 'string' }], table: { uniqueKeys: [['id', 'origin']] } },
      'sound',
    ],
    ['rowCount', { fields: [ID], table: { rowCount: { min: 5 } } }, 'unsound'],
    ['columnsMatch', { fields: [ID], table: { columnsMatch: true } }, 'unsound'],
    [
      'a rule across columns',
      {
        fields: [
          { name: 'dep', type: 'integer' },
          { name: 'arr', type: 'integer' },
        ],
        table: { rules: [{ left: 'arr', operator: '>=', right: { field: 'dep' } }] },
      },
      'unsound',
    ],
    [
      'a rule of text against a number',
      {
        fields: [ID, { name: 'origin', type: 'string' }],
        table: { rules: [{ left: 'origin', operator: '<', right: { field: 'id' } }] },
      },
      'inconclusive',
    ],
    [
      'a rule of text against a number given',
      {
        fields: [{ name: 'origin', type: 'string' }],
        table: { rules: [{ left: 'origin', operator: '<', right: { value: 5 } }] },
      },
      'inconclusive',
    ],
    [
      'a rule of dates as text',
      {
        fields: [{ name: 'day', type: 'date' }],
        table: { rules: [{ left: 'day', operator: '>=', right: { value: '2013-01-01' } }] },
      },
      'sound',
    ],
    [
      'a rule against a value',
      {
        fields: [{ name: 'dep', type: 'integer' }],
        table: { rules: [{ left: 'dep', operator: '>', right: { value: 5 } }] },
      },
      'sound',
    ],
  ])('%s', (_clause, json, verdict) => {
    expect(check(json).verdict).toBe(verdict);
  });

  it('names rows from 1 and values of what is broken', () => {
    const found = check({ fields: [{ name: 'dep', type: 'integer', constraints: { maximum: 25 } }] });
    expect(found.violations).toEqual([
      { clause: 'dep: maximum', column: 'dep', rowNumber: 3, value: '30', note: 'is above 25' },
      { clause: 'dep: maximum', column: 'dep', rowNumber: 4, value: '40', note: 'is above 25' },
    ]);
    expect(found.clauses.find(({ clause }) => clause === 'dep: maximum')).toMatchObject({ checked: 4, violated: 2 });
  });

  it('looks keys up in referenced tables, and is inconclusive without them', () => {
    const json = {
      fields: [{ name: 'origin', type: 'string' }],
      table: { foreignKeys: [{ fields: ['origin'], reference: { resource: 'airports', fields: ['code'] } }] },
    };
    expect(check(json).verdict).toBe('inconclusive');
    expect(check(json, { references: { airports: tableFromColumns({ code: ['EWR', 'JFK'] }) } }).verdict).toBe('sound');
    expect(check(json, { references: { airports: tableFromColumns({ code: ['EWR'] }) } }).verdict).toBe('unsound');
  });

  it('judges freshness by the time it is told, and is inconclusive without it', () => {
    const json = { fields: [{ name: 'day', type: 'date' }], table: { freshness: { field: 'day', maxAgeHours: 24 } } };
    expect(check(json).verdict).toBe('inconclusive');
    expect(check(json, { now: Date.parse('2013-01-03T23:00:00Z') }).verdict).toBe('sound');
    expect(check(json, { now: Date.parse('2013-01-05T00:00:00Z') }).verdict).toBe('unsound');
  });

  it('judges volume against the previous run; the first run has none', () => {
    const json = { fields: [ID], table: { volume: { maxDrop: 0.2, maxRise: 1 } } };
    expect(check(json).verdict).toBe('inconclusive');
    expect(check(json, { previousRowCount: null }).verdict).toBe('sound');
    expect(check(json, { previousRowCount: 5 }).verdict).toBe('sound');
    expect(check(json, { previousRowCount: 6 }).verdict).toBe('unsound');
    expect(check(json, { previousRowCount: 1 }).verdict).toBe('unsound');
  });

  it('cannot be hung by a pattern', () => {
    const table = tableFromColumns({ s: [`${'a'.repeat(5000)}!`] });
    expect(
      check({ fields: [{ name: 's', type: 'string', constraints: { pattern: '^(a+)+$' } }] }, {}, table).verdict,
    ).toBe('unsound');
  });

  it('compares times with a date, and not with other text', () => {
    const table = tableFromColumns({ at: [new Date('2024-03-01T00:00:00Z'), new Date('2024-03-02T00:00:00Z')] });
    const rule = (value: string): object => ({
      fields: [{ name: 'at', type: 'datetime' }],
      table: { rules: [{ left: 'at', operator: '>=', right: { value } }] },
    });
    expect(check(rule('2024-03-01'), {}, table).verdict).toBe('sound');
    expect(check(rule('2024-03-01T12:00:00Z'), {}, table).verdict).toBe('unsound');
    expect(check(rule('spring'), {}, table).verdict).toBe('inconclusive');
  });

  it('does not look up text among numbers', () => {
    const json = {
      fields: [{ name: 'origin', type: 'string' }],
      table: { foreignKeys: [{ fields: ['origin'], reference: { resource: 'airports', fields: ['code'] } }] },
    };
    expect(check(json, { references: { airports: tableFromColumns({ code: [1, 2] }) } }).verdict).toBe('inconclusive');
  });

  it('keeps keys of several columns apart', () => {
    const table = tableFromColumns({ a: ['x', 'xy'], b: ['yz', 'z'] });
    expect(
      check(
        {
          fields: [
            { name: 'a', type: 'string' },
            { name: 'b', type: 'string' },
          ],
          table: { primaryKey: ['a', 'b'] },
        },
        {},
        table,
      ).verdict,
    ).toBe('sound');
  });
});

describe('parseContract', () => {
  it.each([
    ['an unknown key', { fields: [ID], tabel: {} }, '/tabel', 'did you mean "table"?'],
    [
      'an unknown constraint',
      { fields: [{ ...ID, constraints: { minimun: 1 } }] },
      '/fields/0/constraints/minimun',
      'did you mean "minimum"?',
    ],
    ['no fields', { fields: [] }, '/fields', 'at least one'],
    [
      'a constraint of another type',
      { fields: [{ ...ID, constraints: { pattern: 'x' } }] },
      '/fields/0/constraints/pattern',
      'string fields',
    ],
    [
      'a pattern that RE2 refuses',
      { fields: [{ name: 's', type: 'string', constraints: { pattern: '(a)\\1' } }] },
      '/fields/0/constraints/pattern',
      'RE2',
    ],
    [
      'a key of an undeclared field',
      { fields: [ID], table: { primaryKey: ['ID2'] } },
      '/table/primaryKey/0',
      'not a declared field',
    ],
    ['a field named twice', { fields: [ID, ID] }, '/fields/1/name', 'occurs twice'],
    [
      'a reference of another width',
      { fields: [ID], table: { foreignKeys: [{ fields: ['id'], reference: { resource: 'a', fields: ['x', 'y'] } }] } },
      '/table/foreignKeys/0/reference/fields',
      'one by one',
    ],
    ['mostly beyond one', { fields: [{ ...ID, mostly: 1.2 }] }, '/fields/0/mostly', 'number from 0 to 1'],
  ])('refuses %s with its pointer', (_what, json, pointer, words) => {
    const parsed = parseContract({ specVersion: '1.1', kind: 'DataContract', ...json });
    const problems = parsed.ok ? [] : parsed.problems;
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    expect(problems.map((problem) => problem.message).join()).toContain(words);
  });
});

describe('suggestContract', () => {
  const cell = fc.option(fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ maxLength: 4 })), { nil: null });
  const numeric = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), { nil: null });

  it('proposes only what the table satisfies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }).chain((n) =>
          fc.record({
            s: fc.array(cell, { minLength: n, maxLength: n }),
            x: fc.array(numeric, { minLength: n, maxLength: n }),
          }),
        ),
        (columns) => {
          const table = tableFromColumns(columns);
          const { contract: proposed } = suggestContract(table);
          const reread = parseContract(JSON.parse(JSON.stringify(proposed)));
          return reread.ok && checkContract(reread.contract, table).verdict === 'sound';
        },
      ),
    );
  });

  it('gives evidence for every clause it proposes', () => {
    const { contract: proposed, evidence } = suggestContract(FLIGHTS);
    expect(proposed.table?.primaryKey).toEqual(['id']);
    const pointers = new Set(evidence.map(({ pointer }) => pointer));
    proposed.fields.forEach((field, i) => {
      for (const clause of Object.keys(field.constraints ?? {}))
        expect(pointers).toContain(`/fields/${i}/constraints/${clause}`);
    });
  });

  it('loosens required by the Wilson bound of completeness', () => {
    const { contract: proposed } = suggestContract(tableFromColumns({ x: [1, 2, 3, null, 5, 6, 7, 8, 9, 10] }));
    expect(proposed.fields[0]).toMatchObject({ constraints: { required: true }, mostly: { required: 0.59 } });
  });
});
